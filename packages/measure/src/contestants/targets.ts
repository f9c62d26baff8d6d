import { NAME } from '@cpu-bound/workload';
import type { RemoteContestant } from './manifest.ts';

const ACCEPTED =
  'name=URL with the address alone, such as green=http://10.0.0.7:3000; the name is like a contestant’s id';

/**
 * Reads the services of `--target name=URL`, which the bench does not start.
 *
 * @param light a path that they answer without computing, if they do not keep the contestants' contract
 * @returns a problem for each target that cannot be read, naming it and what is accepted
 */
export function readTargets(
  flags: readonly string[],
  light?: string,
): {
  readonly targets: readonly RemoteContestant[];
  readonly problems: readonly string[];
} {
  const targets: RemoteContestant[] = [];
  const problems: string[] = [];
  for (const flag of flags) {
    const [, id = '', address = ''] = /^([^=]+)=(.*)$/s.exec(flag) ?? [];
    const origin = originOf(address);
    if (!NAME.test(id) || origin === undefined) problems.push(`--target ${flag}: accepted: ${ACCEPTED}`);
    else
      targets.push({
        id,
        title: id,
        summary: `runs elsewhere, at ${origin}`,
        version: 'unknown',
        origin,
        ...(light !== undefined && { light }),
      });
  }
  return { targets, problems };
}

/** Reads an address. @returns undefined if it is none, or has a path or a password, which would be lost */
function originOf(address: string): string | undefined {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined;
  return url.href === `${url.origin}/` ? url.origin : undefined;
}

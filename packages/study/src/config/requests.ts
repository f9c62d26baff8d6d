import { basename, resolve } from 'node:path';
import { RequestFileError, readRequests } from '@cpu-bound/measure/load/from-file/exchanges';
import type { KnownWorkload } from '@cpu-bound/measure/own/known';
import type { OwnRequests } from './config.ts';
import type { RequestFlags, RunFlags, Surroundings } from './flags.ts';

/** This number of digits distinguishes files on a page or in a link. */
const SHOWN_DIGITS = 12;

/**
 * Reads the requests of a file, and describes them in place of a workload: the input is their digest and their number.
 * So two runs can be compared if their requests are the same, and no content is stored. A file that has no requests is
 * undefined, and adds a problem for each wrong line.
 */
export async function ownRequests(
  file: string,
  { statusOnly = false, keepRequests: keep = false }: RequestFlags,
  cwd: string,
  problems: string[],
): Promise<{ readonly requests: OwnRequests; readonly workload: KnownWorkload } | undefined> {
  const path = resolve(cwd, file);
  const found = await readRequests(path, file).catch((error: unknown) => {
    if (!(error instanceof RequestFileError)) throw error;
    problems.push(...error.problems);
  });
  if (!found) return undefined;
  const { requests, sha256 } = found;
  const count = requests.length;
  const workload: KnownWorkload = {
    name: 'requests',
    summary: `requests from ${basename(file)}`,
    headline: { sha256: sha256.slice(0, SHOWN_DIGITS), lines: String(count) },
    sizes: [],
    kernels: [],
    check: async () => requests.map(({ body }) => body?.byteLength ?? 0),
    sentFor: nowhere,
    oracleFor: nowhere,
    compute: nowhere,
  };
  return { requests: { file: path, shown: file, sha256, count, statusOnly, keep, answers: [] }, workload };
}

function nowhere(): never {
  throw new Error('requests from a file are computed by the targets alone');
}

/** Finds flags that cannot be combined with `--requests`, each with the accepted ones. */
export function conflictsWithRequests(flags: RunFlags): string[] {
  const { requests, statusOnly, keepRequests, light } = flags;
  if (requests === undefined) {
    const alone = Object.entries({ 'status-only': statusOnly, 'keep-requests': keepRequests, light });
    return alone
      .filter(([, value]) => value !== undefined)
      .map(([name]) => `--${name}: needs --requests file.ndjson`);
  }
  const conflicting = ['contestants', 'workload', 'body', 'args', 'type', 'param', 'longest'] as const;
  const wrong = conflicting.filter((name) => flags[name] !== undefined);
  return [
    ...(flags.target ? [] : ['--requests: needs a target; accepted: --target name=URL, once or more']),
    ...wrong.map(
      (name) =>
        `--${name}: cannot be combined with --requests, which defines the requests to the --target services; leave one of them out`,
    ),
    ...(light === undefined || /^\/[!-"$-~]*$/.test(light)
      ? []
      : [`--light ${light}: accepted: a path that begins with /, such as /healthz`]),
  ];
}

/** Returns the chosen questions that requests from a file can answer. If there are none, that is a problem. */
export function ofRequests(
  chosen: readonly string[],
  { scenarios }: Surroundings,
  problems: string[],
): string[] {
  const able = scenarios.filter((question) => question.ofRequests).map(({ id }) => id);
  const asked = chosen.filter((id) => able.includes(id));
  if (chosen.length > 0 && asked.length === 0)
    problems.push(
      `--scenarios ${chosen.join(',')}: needs a workload of the bench’s own; accepted with --requests: ${able.join(', ')}`,
    );
  return asked;
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContestantManifest } from '@cpu-bound/service/manifest';
import { BenchError } from '../model/errors.ts';
import { familiesOf } from '../model.ts';

/** A contestant that can be started: its manifest, and the working directory of its command. */
export type LocalContestant = ContestantManifest & {
  readonly folder: string;
  readonly version: string;
  /** The kernel of the workload that replaces the workload's own `run`. */
  readonly kernel?: string;
  /** The runtime, if it is not the bench's Node.js, and the reason if it cannot run here. */
  readonly runtime?: { readonly name: string; readonly cannotRun?: string };
};

/** A service at an address that the bench did not start; only its HTTP interface is known. */
export type RemoteContestant = Omit<ContestantManifest, 'command'> & {
  readonly version: string;
  readonly origin: string;
  /** A path that is answered without computing; without it, the service keeps the HTTP contract. */
  readonly light?: string;
};

export type Contestant = LocalContestant | RemoteContestant;

export const isStartable = (contestant: Contestant): contestant is LocalContestant =>
  !('origin' in contestant);
export const isElsewhere = (contestant: Contestant): contestant is RemoteContestant => 'origin' in contestant;

/** A manifest is wrong; each mistake has a message of its own. */
export class ManifestError extends BenchError {
  override readonly name = 'ManifestError';
  constructor(problems: readonly string[]) {
    super('MANIFEST', problems);
  }
}

/**
 * Reads the `contestant` field of a folder's package.json.
 *
 * @returns undefined if package.json lacks that field
 * @throws ManifestError naming the file and every field that is missing or wrong
 */
export async function readManifest(folder: string): Promise<LocalContestant | undefined> {
  const file = join(folder, 'package.json');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ManifestError([`${file}: cannot be read; a contestant is a folder with a package.json`]);
  });
  let content: { contestant?: unknown; version?: string } | null;
  try {
    content = JSON.parse(text);
  } catch {
    throw new ManifestError([
      `${file}: is not JSON; correct the file, or remove the folder from the contestants`,
    ]);
  }
  if (content?.contestant === undefined) return undefined;
  // Most commands read no manifest, and this one loads a hundred modules.
  const { manifest: schema } = await import('@cpu-bound/service/manifest');
  const parsed = schema.safeParse(content.contestant);
  if (parsed.success) {
    const { workerCommand: _earlier, ...manifest } = parsed.data;
    return { ...manifest, folder, version: content.version ?? '0.0.0' };
  }
  throw new ManifestError(
    parsed.error.issues.map(
      ({ path, message }) => `${file}: ${['contestant', ...path].join('.')}: ${message}`,
    ),
  );
}

/** Splits `single:at-once` into the contestant and its variant; a name without a colon has no variant. */
export function splitVariant(name: string): { readonly base: string; readonly variant?: string } {
  const [, base = name, variant] = /^(.*?)(?::([^/\\:]+))?$/s.exec(name) ?? [];
  return variant === undefined ? { base } : { base, variant };
}

/**
 * Makes a variant: a contestant with another command or environment, and an id such as `single:at-once`.
 *
 * @param kernels names that its id may have instead of a variant's
 * @throws ManifestError naming the variants of the manifest
 */
export function variantOf(
  contestant: Contestant,
  variant: string,
  kernels: readonly string[] = [],
): LocalContestant {
  const { id, variants = {} } = contestant;
  const changes = Object.hasOwn(variants, variant) ? variants[variant] : undefined;
  if (!changes || !isStartable(contestant)) {
    const accepted = [...Object.keys(variants), ...kernels].map((known) => `${id}:${known}`);
    throw new ManifestError([
      `${id}:${variant}: ${id} has no such variant; accepted: ${[id, ...accepted].join(', ')}`,
    ]);
  }
  const { env, family: _ofTheMain, variants: _others, ...rest } = contestant;
  const { title, command = rest.command } = changes;
  return { ...rest, id: `${id}:${variant}`, title, command, env: { ...env, ...changes.env }, peerOf: id };
}

/** Finds the contestant, or its variant, that a plan names. */
export function contestantNamed<C extends Contestant>(
  contestants: readonly C[],
  name: string,
): C | LocalContestant | undefined {
  const contestant = contestants.find(({ id }) => id === name);
  if (contestant) return contestant;
  const { base: id, variant } = splitVariant(name);
  const base = contestants.find((contestant) => contestant.id === id);
  return base && variant !== undefined ? variantOf(base, variant) : undefined;
}

/** Lists the variants that a scenario measures by default, in addition to their contestants. */
export const variantsFor = (contestants: readonly Contestant[], scenario: string): Contestant[] =>
  contestants.flatMap((contestant) =>
    Object.entries(contestant.variants ?? {})
      .filter(([, { scenarios }]) => scenarios?.includes(scenario))
      .map(([variant]) => variantOf(contestant, variant))
      .filter(({ id }) => !contestants.some((other) => other.id === id)),
  );

/**
 * Lists the contestants whose throughput sets the request rates of all: the main ones. Peers, variants, other kernels
 * and services elsewhere are measured at the same rates. They set rates only if no main contestant takes part.
 */
export function rateSetters(contestants: readonly Contestant[]): string[] {
  const { main } = familiesOf(contestants);
  const here = main.filter(isStartable).filter(({ kernel }) => kernel === undefined);
  return (here.length > 0 ? here : main).map(({ id }) => id);
}

import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { fingerprint, gitCommit } from '@cpu-bound/measure/host/environment';
import type { Workloads } from '@cpu-bound/measure/own/own-process';
import type { Config } from '@cpu-bound/study/config/config';
import type { Against } from '@cpu-bound/study/model';

/** The facts about this checkout. */
type CheckoutFacts = {
  readonly root: string;
  readonly workloads: Workloads;
  readonly sources: string;
  readonly workloadSources: string | undefined;
};

/**
 * Collects the facts about the other checkout, and the parts of it that are not measured. Both checkouts run on one
 * Node.js, with one workload.
 */
export async function againstFacts(
  { name, folder, notThere }: NonNullable<Config['against']>,
  { workload, workloadSpecifier }: Pick<Config, 'workload' | 'workloadSpecifier'>,
  { root, workloads, sources, workloadSources }: CheckoutFacts,
): Promise<Against> {
  const theirs = await fingerprint(folder);
  const pinned = await pinnedNode(folder);
  const place = relative(root, workloadSpecifier);
  const isOurs = isAbsolute(workloadSpecifier) && !place.startsWith('..');
  const theirWorkload = isOurs
    ? await workloads
        .ask<string>(workloadSpecifier, { do: 'digest', specifier: join(folder, place) })
        .catch(() => undefined)
    : workloadSources;
  return {
    name,
    commit: await gitCommit(folder),
    sources: theirs,
    isSame: theirs === sources,
    taken: [
      ...(pinned === process.versions.node
        ? []
        : [`Node.js ${process.versions.node} (${name} has ${pinned ?? 'none of its own'})`]),
      ...(theirWorkload === workloadSources ? [] : [`the workload ${workload.name} (${name} has another)`]),
    ],
    notThere,
  };
}

type Dependencies = Readonly<Record<string, string>>;

/** Reads which Node.js a checkout installs for itself: until November 2026 it was a development dependency. */
async function pinnedNode(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { dependencies, devDependencies }: Record<string, Dependencies | undefined> = JSON.parse(text);
  return dependencies?.node ?? devDependencies?.node;
}

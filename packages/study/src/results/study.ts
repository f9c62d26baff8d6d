import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from '../model.ts';
import { differencesBetween } from './identity.ts';
import { joinRuns } from './join.ts';
import { ResultsError, readRun } from './store.ts';

/** Where a study's folder, which is that of the run that began it, has the runs that were added. */
export const runsIn = (folder: string) => join(folder, 'runs');

/**
 * Reads a study: the run that began it, and those that were added, as one run.
 *
 * @throws ResultsError where the folder holds no run, or one that is of another study
 */
export async function readStudy(folder: string): Promise<Run> {
  const first = await readRun(folder);
  const names = await readdir(runsIn(folder)).catch(() => []);
  const others = await Promise.all(names.map((name) => readRun(join(runsIn(folder), name))));
  for (const { manifest } of others) {
    const differences = differencesBetween(first.manifest, manifest);
    if (differences.length > 0)
      throw new ResultsError(
        `${join(runsIn(folder), manifest.id)}: is no run of this study; take it away: ${differences.join('; ')}`,
      );
  }
  return joinRuns(
    first,
    others.toSorted((a, b) => (a.manifest.startedAt < b.manifest.startedAt ? -1 : 1)),
  );
}

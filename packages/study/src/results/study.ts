import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from '../model.ts';
import { differencesBetween } from './identity.ts';
import { joinRuns } from './join.ts';
import { ResultsError, readRun } from './store.ts';

/** The folder of the runs that were added to a study; a study's own folder is that of the run that began it. */
export const runsIn = (folder: string) => join(folder, 'runs');

/**
 * Reads a study: the run that began it and those that were added, as one run.
 *
 * @throws ResultsError if the folder holds no run, or a run of another study
 */
export async function readStudy(folder: string): Promise<Run> {
  const first = await readRun(folder);
  const names = await readdir(runsIn(folder)).catch(() => []);
  const others = await Promise.all(names.map((name) => readRun(join(runsIn(folder), name))));
  for (const { manifest } of others) {
    const differences = differencesBetween(first.manifest, manifest);
    if (differences.length > 0)
      throw new ResultsError(
        `${join(runsIn(folder), manifest.id)}: does not belong to this study; remove it: ${differences.join('; ')}`,
      );
  }
  return joinRuns(
    first,
    others.toSorted((a, b) => (a.manifest.startedAt < b.manifest.startedAt ? -1 : 1)),
  );
}

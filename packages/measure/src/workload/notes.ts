import { isDeepStrictEqual } from 'node:util';
import type { DataObject } from '@cpu-bound/workload';

/** The work on threads other than the event loop decides if the share of the event loop is below this. */
const LITTLE_ON_LOOP = 0.5;

/** Notes that several inputs have one and the same answer: the input is not used, or its answers say little. */
export function notesOnAnswers(answers: ReadonlyMap<string, DataObject>): string[] {
  const [first, ...others] = [...answers.values()];
  if (others.length === 0 || !others.every((one) => isDeepStrictEqual(one, first))) return [];
  return [
    `${[...answers.keys()].join(', ')}: all have the same answer, so that a wrong one may not be seen; does it use its input?`,
  ];
}

/** Notes that the workload computes on other threads than its caller's. */
export function notesOnThreads(loopShare: number, started: number): string[] {
  const notes: string[] = [];
  if (started > 0)
    notes.push(
      `starts ${started === 1 ? '1 thread' : `${started} threads`} of its own, so that each worker has as many and they compete for the cores; let it compute on the thread that calls it`,
    );
  if (loopShare < LITTLE_ON_LOOP)
    notes.push(
      `spends ${Math.round(100 * loopShare)} % of its CPU time on the event loop, so that a single process uses several cores already; expect small differences`,
    );
  return notes;
}

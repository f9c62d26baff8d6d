import { type Item, type Outcome, outcomeOf } from '@cpu-bound/handover/item';
import { createKernel } from '@cpu-bound/service/kernel';
import { createLog } from '@cpu-bound/service/log';
import { loadWorkload } from '@cpu-bound/workload';
import { workerData } from 'piscina';

/** What the thread gets when it starts. `begun` has room for one integer. */
export type KernelThreadData = {
  readonly workload: string;
  readonly level: string;
  readonly begun: Int32Array;
};

const { workload, level, begun } = workerData as KernelThreadData;
const kernel = createKernel(await loadWorkload(workload), createLog(level));

/** If a job takes longer than this, outcomes are returned before its end: no request waits for the longest task in it. */
const HOLD_BACK_MS = 20;

/**
 * Computes the items in their order, for about `HOLD_BACK_MS`. Those that are not begun by then are for the next call.
 * `begun` says how many are begun: whoever waits learns from it which task never ends.
 */
export default async (items: readonly Item[]): Promise<readonly Outcome[]> => {
  const start = performance.now();
  const outcomes: Outcome[] = [];
  for (const item of items) {
    if (outcomes.length > 0 && performance.now() - start > HOLD_BACK_MS) break;
    Atomics.store(begun, 0, outcomes.length + 1);
    outcomes.push(await outcomeOf(kernel, item));
  }
  return outcomes;
};

/** Answers when the thread has loaded its workload. */
export const ready = () => null;

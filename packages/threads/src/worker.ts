import { type Item, type Outcome, outcomeOf } from '@cpu-bound/handover/item';
import { createKernel } from '@cpu-bound/service/kernel';
import { createLog } from '@cpu-bound/service/log';
import { loadWorkload } from '@cpu-bound/workload';
import { workerData } from 'piscina';

const kernel = createKernel(await loadWorkload(workerData.workload), createLog(workerData.level));

/** The task of the pool. */
export default async (items: readonly Item[]): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = [];
  for (const item of items) outcomes.push(await outcomeOf(kernel, item));
  return outcomes;
};

/** Answers when the thread has loaded its workload. */
export const ready = () => null;

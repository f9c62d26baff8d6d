import { type Item, type Outcome, outcomeOf } from '@cpu-bound/handover/item';
import { buffersToMove } from '@cpu-bound/handover/octets';
import { createKernel } from '@cpu-bound/service/kernel';
import { createLog } from '@cpu-bound/service/log';
import { loadWorkload } from '@cpu-bound/workload';
import { move, transferableSymbol, valueSymbol, workerData } from 'piscina';

const workload = await loadWorkload(workerData.workload);
const kernel = createKernel(workload, createLog(workerData.level));

/** The task of the pool: computes all items of a hand-over, one after the other. */
export default async (items: readonly Item[]): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = [];
  for (const item of items) outcomes.push(await outcomeOf(kernel, item));
  const buffers = outcomes.flatMap((outcome) =>
    'output' in outcome ? buffersToMove(workload, outcome.output) : [],
  );
  if (buffers.length === 0) return outcomes;
  // This form makes piscina post the outcomes and transfer the buffers.
  const moved = { [transferableSymbol]: buffers, [valueSymbol]: outcomes };
  return move(moved as never) as never;
};

/** A task that returns at once: it can run only when the thread has loaded its workload. */
export const ready = () => null;

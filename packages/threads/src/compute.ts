import {
  type Batches,
  type Compute,
  createBatches,
  type Outcome,
  Overloaded,
  type Setting,
} from '@cpu-bound/service';
import type { Piscina } from 'piscina';
import type { tuning } from './tuning.ts';

/**
 * Requests wait here rather than in the pool, so that those whose client leaves or whose deadline passes can leave
 * too. What a thread has begun it finishes, for nobody if need be: to stop it would mean to end the thread.
 */
export function createDispatch(pool: Piscina, { config }: Setting<typeof tuning>): Batches {
  const batches = createBatches({
    // Whatever the thread's tasks throw is an outcome: what is caught here is the end of the thread.
    add: (job, items) =>
      pool.run(items).then(
        (outcomes) => batches.reply({ job, from: 0, outcomes, done: true }),
        ({ message }) => batches.reply({ job, from: 0, outcomes: [], done: true, failed: message }),
      ),
    ahead: () => config.WORKERS * config.THREADS_AHEAD,
    workMs: config.THREADS_BATCH_MS,
  });
  return batches;
}

export const createCompute =
  (batches: Batches): Compute =>
  (input, { signal, deadlineAt, traceparent }) =>
    batches.submit({ input, deadlineAt, ...(traceparent !== undefined && { traceparent }) }, signal);

/** As piscina's documentation has it, to measure against: its own queue, its own way with signals. */
export const createPlainCompute =
  (pool: Piscina): Compute =>
  async (input, { signal, deadlineAt }) => {
    try {
      const [outcome]: Outcome[] = await pool.run([{ input, deadlineAt }], { signal });
      if (outcome && 'output' in outcome) return outcome;
      throw new Error(outcome && 'error' in outcome ? outcome.error : 'past its deadline');
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Error && error.message === 'Task queue is at limit') throw new Overloaded();
      throw error;
    }
  };

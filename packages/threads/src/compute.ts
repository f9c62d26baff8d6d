import { type Compute, Overloaded } from '@cpu-bound/service';
import type { Piscina } from 'piscina';

/** Hands the input to the pool; what waits there leaves when the signal aborts. */
export const createCompute =
  (pool: Piscina): Compute =>
  async (input, { signal }) => {
    try {
      return await pool.run(input, { signal });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Error && error.message === 'Task queue is at limit') throw new Overloaded();
      throw error;
    }
  };

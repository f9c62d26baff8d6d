import type { Compute } from '@cpu-bound/service';
import type { Backend } from './backend.ts';

/** Puts the input into a job (`queue.add`, in exchange.ts), shared with others that wait, and waits for its outcome. */
export const createCompute =
  (backend: Backend): Compute =>
  async (input, options) => {
    if (backend.trouble) throw backend.trouble;
    return backend.sharing.compute(input, options);
  };

import type { Compute } from '@cpu-bound/service';
import { BackendAway } from '@cpu-bound/service';
import type { Backend } from './backend.ts';

/** Puts the input into a job and waits for its outcome; nothing is begun while Redis does not answer. */
export const createCompute =
  (backend: Backend): Compute =>
  async (input, { signal, deadlineAt, traceparent }) => {
    if (!backend.connected) throw new BackendAway('Redis');
    const item = { input, deadlineAt, ...(traceparent !== undefined && { traceparent }) };
    return backend.batches.submit(item, signal);
  };

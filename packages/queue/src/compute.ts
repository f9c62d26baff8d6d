import { BackendAway, type Compute } from '@cpu-bound/service';
import type { Backend } from './backend.ts';
import { JOB_NAME, retention } from './job.ts';

/** Adds a job under an id of our own and waits for that id to come out of the event stream. */
export const createCompute =
  ({ queue, waiters }: Backend): Compute =>
  async (input, { signal }) => {
    const jobId = crypto.randomUUID();
    const result = waiters.wait(jobId, signal);
    queue
      .add(JOB_NAME, input, { jobId, ...retention })
      .catch(() => waiters.reject(jobId, new BackendAway('Redis')));
    try {
      return await result;
    } catch (error) {
      if (signal.aborted) queue.remove(jobId).catch(() => {}); // too late, or Redis is away: the worker drops it
      throw error;
    }
  };

import type { Compute, ComputeResult } from '@cpu-bound/service/contract';
import type { DataObject } from '@cpu-bound/workload';
import type { Queue, QueueEvents } from 'bullmq';

const RETENTION = { count: 1_000 };

/** Adds a job for each request. One reader of events finds the waiting request of a job that ended. */
export function createCompute(queue: Queue<DataObject, ComputeResult>, events: QueueEvents): Compute {
  const waiting = new Map<string, PromiseWithResolvers<ComputeResult>>();
  events.on('completed', ({ jobId, returnvalue }) => {
    waiting.get(jobId)?.resolve(returnvalue as unknown as ComputeResult); // BullMQ declares it as text
  });
  events.on('failed', ({ jobId, failedReason }) => waiting.get(jobId)?.reject(new Error(failedReason)));
  return async (input, { signal }) => {
    const jobId = crypto.randomUUID();
    const waiter = Promise.withResolvers<ComputeResult>();
    waiting.set(jobId, waiter); // the job may end before the reply to its addition arrives
    const onAbort = () => {
      waiter.reject(signal.reason);
      queue.remove(jobId).catch(() => {}); // BullMQ refuses to remove a running job
    };
    signal.addEventListener('abort', onAbort, { once: true });
    queue
      .add('compute', input, { jobId, removeOnComplete: RETENTION, removeOnFail: RETENTION })
      .catch(waiter.reject);
    try {
      return await waiter.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      waiting.delete(jobId);
    }
  };
}

import { outcomeOf } from '@cpu-bound/handover/item';
import { createKernel, prepare, reportUp } from '@cpu-bound/service';
import type { Job, JobResult } from 'pg-boss';
import { inBatchesOf, startBoss } from './boss.ts';
import type { JobData, Reply } from './job.ts';
import { tuning } from './tuning.ts';

/** As in pg-boss's own example. A request waits for the last of its batch. */
const JOBS_AT_ONCE = 5;

/** Computes jobs one after the other; the main process looks after the queue. */
const setting = await prepare({ supervised: true, tuning });
const boss = await startBoss(setting, { supervise: false });
const kernel = createKernel(setting.workload, setting.log);

/** A job that a request waits for is not tried again: the request has its answer. */
function resultOf({ data: { replyTo } }: Job<JobData>, { id, outcome }: Reply): JobResult {
  return 'error' in outcome
    ? { id, status: replyTo === undefined ? 'failed' : 'deadletter', output: { message: outcome.error } }
    : { id, status: 'completed', output: outcome };
}

const options = { ...inBatchesOf(JOBS_AT_ONCE), perJobResults: true } as const;
await boss.work(setting.config.QUEUE_NAME, options, async (jobs: Job<JobData>[]) => {
  const results: JobResult[] = [];
  const replies = new Map<string, Reply[]>();
  for (const job of jobs) {
    const { item, replyTo } = job.data;
    const reply = { id: job.id, outcome: await outcomeOf(kernel, item) };
    results.push(resultOf(job, reply));
    if (replyTo !== undefined) replies.set(replyTo, [...(replies.get(replyTo) ?? []), reply]);
  }
  for (const [queue, found] of replies)
    await boss
      .insert(
        queue,
        found.map((data) => ({ data })),
      )
      .catch(() => {}); // the process that waited is gone, and its queue with it
  return results;
});
reportUp();

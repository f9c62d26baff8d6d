import { createKernel, outcomeOf } from '@cpu-bound/service/run/kernel';
import { prepare } from '@cpu-bound/service/run/prepare';
import { atParentsMessage, reportUp } from '@cpu-bound/service/run/supervise';
import type { Job, JobResult } from 'pg-boss';
import { inBatchesOf, type JobData, type Reply, startBoss, tuning } from './boss.ts';

/** The batch size of pg-boss's own example. A request waits for the last job of its batch. */
const JOBS_AT_ONCE = 5;

/** Computes jobs one after the other; the main process maintains the queue. */
const context = await prepare({ stopWhen: atParentsMessage, tuning });
const boss = await startBoss(context, { supervise: false });
const kernel = createKernel(context.workload);

async function compute({ id, data }: Job<JobData>): Promise<Reply> {
  return outcomeOf(kernel(data.input)).then(
    // The function may return the same object for the next job of the batch.
    (outcome) => ({ id, outcome: structuredClone(outcome) }),
    (error) => ({ id, failed: error instanceof Error ? error.message : String(error) }),
  );
}

/** Returns the result of a job. The job of a waiting request is not retried, because the request has its answer. */
function jobResultOf(reply: Reply, { replyTo }: JobData): JobResult {
  const { id } = reply;
  const outcome = 'outcome' in reply ? reply.outcome : { problem: { detail: reply.failed } };
  if (!('problem' in outcome)) return { id, status: 'completed', output: outcome };
  const message = outcome.problem.detail;
  return { id, status: replyTo === undefined ? 'failed' : 'deadletter', output: { message } };
}

const options = { ...inBatchesOf(JOBS_AT_ONCE), perJobResults: true } as const;
await boss.work(context.config.QUEUE_NAME, options, async (jobs: Job<JobData>[]) => {
  const results: JobResult[] = [];
  const replies = new Map<string, Reply[]>();
  for (const job of jobs) {
    const { replyTo } = job.data;
    const reply = await compute(job);
    results.push(jobResultOf(reply, job.data));
    if (replyTo !== undefined) replies.set(replyTo, [...(replies.get(replyTo) ?? []), reply]);
  }
  for (const [queue, answers] of replies)
    await boss
      .insert(
        queue,
        answers.map((data) => ({ data })),
      )
      .catch(() => {}); // the waiting process is gone, with its queue
  return results;
});
reportUp();

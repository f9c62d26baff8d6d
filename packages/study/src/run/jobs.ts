import { ContestantFailure } from '@cpu-bound/measure/host/readiness';
import { localService } from '@cpu-bound/measure/host/service';
import { usageBetween } from '@cpu-bound/measure/host/usage';
import type { CollectResult, SentJob, SubmitSpec } from '@cpu-bound/measure/load/jobs/spec';
import type { Milliseconds } from '@cpu-bound/measure/model';
import { quantile, sortedCopy } from '@cpu-bound/stats/moments';
import type { JobsLoad } from '../model/plan.ts';
import type { JobsResult, Percentiles, WindowResult } from '../model/results.ts';
import type { RunContext } from './context.ts';
import { armFault, faultKinds } from './fault.ts';
import { capacityOfCore } from './kernel-times.ts';
import { timesBegun } from './poison.ts';
import { UnsoundWindow, type WindowTask } from './side-by-side.ts';

/** The bench waits this long for the last job. It covers the return of Redis and the end of a lock. */
const DONE_WITHIN_MS: Milliseconds = 20_000;

/**
 * Sends jobs, with or without a fault, and polls until each accepted one is done or lost.
 *
 * @throws ContestantFailure for a wrong result; UnsoundWindow if none was accepted, or the fault could not be
 *   carried out
 */
export async function measureJobs(
  task: WindowTask,
  load: JobsLoad,
  context: RunContext,
  signal: AbortSignal,
): Promise<WindowResult> {
  const { subject, window, handle, idle } = task;
  const { config, generators, ports } = context;
  const fault = window.fault && (await armFault(window.fault, { handle, context, signal }));
  const service = handle.service();
  const trees = await ports.treesOf(service, idle);
  const before = await ports.readUsage(trees, service.redisUrl);
  const spec = await submitSpec(task, load, context);
  const afterLastJob = window.fault && faultKinds[window.fault.kind].afterLastJob;
  if (!afterLastJob) fault?.begin();
  const { jobs, tookMs } = await generators.jobs.submit(spec, signal);
  if (afterLastJob) fault?.begin();
  const hurt = await fault?.outcome();
  const accepted = jobs.filter(({ outcome }) => outcome === 'accepted');
  if (accepted.length === 0) throw new UnsoundWindow(['no job was accepted']);
  const { ends } = await generators.jobs.collect(
    {
      do: 'collect',
      origin: handle.service().origin,
      ids: accepted.map(({ id = '' }) => id),
      workload: config.workloadSpecifier,
      query: load.query,
      withinMs: DONE_WITHIN_MS,
    },
    signal,
  );
  if (ends.some((end) => end !== 'lost' && !end.right))
    throw new ContestantFailure(
      'wrong-answer',
      `the oracle refuses the result of a job: ${new URLSearchParams(load.query)}`,
    );
  // A restarted service has other processes, whose usage cannot be compared.
  const after = hurt ? undefined : await ports.readUsage(trees, service.redisUrl);
  const times = await timesBegun(localService(service));
  return {
    subject: subject.name,
    usage: after && usageBetween(before, after, 0),
    jobs: {
      ...summaryOf(jobs, accepted, ends),
      twice: jobs.filter(({ trace }) => (times.get(trace) ?? 0) > 1).length,
      acceptedPerSecond: (accepted.length * 1000) / tookMs,
    },
    fault: hurt,
  };
}

async function submitSpec(
  { trial, block, window, handle }: WindowTask,
  load: JobsLoad,
  { config, dimensions }: RunContext,
): Promise<SubmitSpec> {
  const [sent] = await config.workload.sentFor(load.query);
  return {
    do: 'submit',
    origin: handle.service().origin,
    query: load.query,
    body: sent?.body,
    bodyType: config.workload.bodyType,
    name: `${block}-${trial.round}`.replace(/[^\w-]/g, '_'),
    seed: `${config.seed}/${trial.round}/${window.id}`,
    pace:
      'burst' in load
        ? { count: load.burst, connections: load.connections }
        : { perSecond: load.ofCapacity * capacityOfCore(load.query, dimensions), seconds: window.seconds },
  };
}

function summaryOf(
  jobs: readonly SentJob[],
  accepted: readonly SentJob[],
  ends: CollectResult['ends'],
): Omit<JobsResult, 'twice' | 'acceptedPerSecond'> {
  const count = (outcome: SentJob['outcome']) => jobs.filter((job) => job.outcome === outcome).length;
  const done = ends.filter((end) => end !== 'lost');
  return {
    sent: jobs.length,
    accepted: accepted.length,
    refused: count('refused'),
    failed: count('failed'),
    done: done.length,
    lost: ends.length - done.length,
    acceptMs: percentilesOf(accepted.map((job) => job.acceptMs)),
    doneMs: percentilesOf(done.map(({ ageMs }) => ageMs)),
  };
}

function percentilesOf(values: readonly Milliseconds[]): Percentiles | undefined {
  if (values.length === 0) return undefined;
  const sorted = sortedCopy(values);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), max: sorted.at(-1) ?? 0 };
}

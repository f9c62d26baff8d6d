import { setTimeout as sleep } from 'node:timers/promises';
import { markedProcesses } from '@cpu-bound/measure/host/marker';
import { ContestantFailure, oneOff } from '@cpu-bound/measure/host/readiness';
import { localService, type Service } from '@cpu-bound/measure/host/service';
import { requestFor, workerOf } from '@cpu-bound/measure/load/verifier';
import type { Milliseconds } from '@cpu-bound/measure/model';
import type { Poison } from '@cpu-bound/workload/poisoned';
import type { Fault, FaultKind } from '../model/plan.ts';
import type { FaultResult } from '../model/results.ts';
import type { RunContext } from './context.ts';
import { poisonService } from './poison.ts';
import { askOnce } from './ports.ts';
import { ImpossibleWindow, type ServiceHandle, UnsoundWindow } from './side-by-side.ts';

/** The service that a fault hits, and the run around it. */
type FaultSite = {
  readonly handle: ServiceHandle;
  readonly context: RunContext;
  readonly signal: AbortSignal;
};

/** The part of a result that depends on the kind of fault. */
type FaultEffect = Omit<FaultResult, 'kind' | 'atMs' | 'retaken'>;

type FaultSpec = {
  /**
   * Finds the target, so that the fault itself takes no time. @throws ImpossibleWindow if there is none
   *
   * @returns the harm, which resolves when it is over
   */
  readonly arm: (site: FaultSite) => Harm | Promise<Harm>;
  /** An open loop censors an unanswered request at this age. */
  readonly timeoutMs: Milliseconds;
  /** A window of jobs has the fault once the last job was accepted: the jobs that have to survive are known then. */
  readonly afterLastJob?: true;
};

type Harm = () => Promise<FaultEffect>;

const REDIS_AWAY_MS = 1_000;
/** A job whose worker died waits for its lock to expire before another worker takes it. */
const TIMEOUT_MS = 6_000;
/** A queue does not retry the requests that a failing task harms, so they need less time. */
const POISON_TIMEOUT_MS = 3_000;

const poisonedTask = (how: Poison): FaultSpec => ({
  arm:
    ({ handle, context, signal }) =>
    () =>
      poisonService(how, handle, context, signal),
  timeoutMs: POISON_TIMEOUT_MS,
});

export const faultKinds: Readonly<Record<FaultKind, FaultSpec>> = {
  'kill-worker': { arm: killWorker, timeoutMs: TIMEOUT_MS },
  restart: { arm: ({ handle }) => handle.restart, timeoutMs: TIMEOUT_MS },
  'restart-all': {
    arm:
      ({ handle }) =>
      () =>
        timed(handle.restartAll),
    timeoutMs: TIMEOUT_MS,
    afterLastJob: true,
  },
  'redis-restart': { arm: restartRedis, timeoutMs: TIMEOUT_MS },
  'poison-heap': poisonedTask('heap'),
  'poison-exit': poisonedTask('exit'),
  'poison-abort': poisonedTask('abort'),
  'poison-throw': poisonedTask('throw'),
  'poison-endless': poisonedTask('endless'),
};

/** Kills a process by a signal. A thread has no signals, so a task ends it. */
async function killWorker({ handle, context, signal }: FaultSite): Promise<Harm> {
  const worker = await computingWorker(handle.service(), context.config, signal);
  if (worker === 'a thread')
    return async () => {
      await poisonService('exit', handle, context, signal);
      return { ended: 'a thread' };
    };
  return async () => {
    process.kill(worker, 'SIGKILL');
    return { ended: 'a process' };
  };
}

function restartRedis({ handle, context }: FaultSite): Harm {
  const { redis } = context;
  const restart = (handle.redis() ?? redis?.own)?.restart;
  if (!restart) throw new ImpossibleWindow(['the bench did not start this Redis, so it does not restart it']);
  return () => timed(() => restart(REDIS_AWAY_MS));
}

async function timed(action: () => Promise<void>): Promise<{ tookMs: Milliseconds }> {
  const start = performance.now();
  await action();
  return { tookMs: Math.round(performance.now() - start) };
}

/** The number of answers that suffice to name a process other than the main one, if there is one. */
const MOST_QUESTIONS = 12;

/**
 * Finds a worker that computes and is not the main process; its answers name it.
 *
 * @returns the process’s id, or that threads of the main process compute
 * @throws ImpossibleWindow if the main process computes by itself
 */
async function computingWorker(
  service: Service,
  { workload, headline }: Pick<RunContext['config'], 'workload' | 'headline'>,
  signal: AbortSignal,
): Promise<number | 'a thread'> {
  const { origin, pid: main, mark } = localService(service);
  const [sent = { query: headline }] = await workload.sentFor(headline);
  const request = requestFor(workload, sent);
  for (let question = 0; question < MOST_QUESTIONS; question++) {
    const [pid, threadId = 0] = (workerOf(await askOnce(origin, request, signal)) ?? '')
      .split('/')
      .map(Number);
    if (pid === main && threadId > 0) return 'a thread';
    if (pid !== undefined && pid !== main && (await markedProcesses(mark)).includes(pid)) return pid;
  }
  throw new ImpossibleWindow(['only its main process computes, so that there is no worker to end']);
}

/** A fault that waits for its window to begin. */
type ArmedFault = {
  /** The fault happens `atSeconds` after this call. */
  begin(): void;
  /** Resolves when the fault is over. @throws UnsoundWindow if the bench could not carry it out: that is no measurement */
  outcome(): Promise<FaultResult>;
};

/** Gets everything ready, so that the fault itself takes no time. @throws ImpossibleWindow if there is nothing to hit */
export async function armFault({ kind, atSeconds }: Fault, site: FaultSite): Promise<ArmedFault> {
  const harm = await faultKinds[kind].arm(site);
  const before = await retakenJobs(site.handle);
  const over = Promise.withResolvers<FaultResult>();
  over.promise.catch(() => {}); // the caller sees the error when it awaits the outcome
  const happen = async (): Promise<FaultResult> => {
    const beganAt = performance.now();
    await sleep(atSeconds * 1000, undefined, { signal: site.signal });
    const atMs = Math.round(performance.now() - beganAt);
    return { kind, atMs, ...(await harm()) };
  };
  return {
    begin: () => over.resolve(happen()),
    async outcome() {
      const result = await over.promise.catch((error: Error) => {
        throw error instanceof ContestantFailure ? error : new UnsoundWindow([`the fault: ${error.message}`]);
      });
      const after = await retakenJobs(site.handle);
      return before === undefined || after === undefined
        ? result
        : { ...result, retaken: retakenBetween(before, after) };
    },
  };
}

const ANSWER_WITHIN_MS = 2_000;

/** Reads from a service's metrics how many jobs it took up again so far; undefined if it does not count them. */
async function retakenJobs({ contestant, service }: ServiceHandle): Promise<number | undefined> {
  const { retakenMetric } = contestant;
  if (retakenMetric === undefined) return undefined;
  try {
    const options = { headers: oneOff, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) };
    const text = await (await fetch(`${service().origin}/metrics`, options)).text();
    const line = text.split('\n').find((row) => row.startsWith(retakenMetric));
    const value = Number(line?.split(' ').at(-1));
    return line === undefined || !Number.isFinite(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The jobs taken up between two readings. A service that was started again counts from zero. */
const retakenBetween = (before: number, after: number): number => (after < before ? after : after - before);

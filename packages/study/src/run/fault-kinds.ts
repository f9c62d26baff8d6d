import type { Poison } from '@cpu-bound/workload/poisoned';
import type { FaultKind, FaultResult, Milliseconds } from '../model.ts';
import { computingWorker } from './computing-worker.ts';
import type { RunContext } from './context.ts';
import { poisonService } from './poison.ts';
import type { ServiceHandle } from './service-handle.ts';
import { ImpossibleWindow } from './unsound-window.ts';

/** The service that a fault hits, and the run around it. */
export type FaultSite = {
  readonly handle: ServiceHandle;
  readonly context: RunContext;
  readonly signal: AbortSignal;
};

/** The part of a result that depends on the kind of fault. */
type FaultEffect = Omit<FaultResult, 'kind' | 'atMs' | 'retaken'>;

/** A kind of fault. */
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

/** The time for which Redis stays away. */
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

import { setTimeout as sleep } from 'node:timers/promises';
import { ContestantFailure } from '@cpu-bound/measure/host/contestant-failure';
import { markedProcesses } from '@cpu-bound/measure/host/marker';
import { oneOff } from '@cpu-bound/measure/host/readiness';
import { localService, type Service } from '@cpu-bound/measure/host/service';
import type { WorkerIdentity } from '@cpu-bound/service/contract';
import type { Fault, FaultResult, Milliseconds } from '../model.ts';
import { askOnce } from './ask-once.ts';
import type { RunContext } from './context.ts';
import { isPoisonFault, poisonOf, poisonService } from './poison.ts';
import type { ServiceHandle } from './service-handle.ts';
import { ImpossibleWindow, UnsoundWindow } from './unsound-window.ts';

/** How long Redis stays away. */
export const REDIS_AWAY_MS = 1_000;
/** As many answers as it takes to meet a process other than the main one, where there is one. */
const MOST_QUESTIONS = 12;

/** A fault that waits for its window to begin. */
export type ArmedFault = {
  /** The fault happens this many seconds after the call; resolves when it is done. */
  begin(): void;
  /** @throws what went wrong with the fault itself */
  result(): Promise<FaultResult>;
};

/**
 * The outcome of an armed fault. @throws UnsoundWindow where the bench could not carry it out: that is no measurement
 */
export const faultOutcome = (fault: ArmedFault | undefined): Promise<FaultResult> | undefined =>
  fault?.result().catch((error: Error) => {
    throw error instanceof ContestantFailure ? error : new UnsoundWindow([`the fault: ${error.message}`]);
  });

/** Gets everything ready, so that the fault itself takes no time. @throws ImpossibleWindow where there is nothing to hit */
export async function armFault(
  fault: Fault,
  handle: ServiceHandle,
  context: RunContext,
  signal: AbortSignal,
): Promise<ArmedFault> {
  const act = await actionOf(fault, handle, context, signal);
  const before = await retakenJobs(handle);
  const { promise, resolve, reject } = Promise.withResolvers<FaultResult>();
  promise.catch(() => {}); // the caller sees the error when it awaits the result
  return {
    begin() {
      const beganAt = performance.now();
      sleep(fault.atSeconds * 1000, undefined, { signal })
        .then(async () => {
          const atMs = Math.round(performance.now() - beganAt);
          return { kind: fault.kind, atMs, ...(await act()) };
        })
        .then(resolve, reject);
    },
    async result() {
      const done = await promise;
      const after = await retakenJobs(handle);
      if (before === undefined || after === undefined) return done;
      // A service that was started again counts from nothing.
      return { ...done, retaken: after < before ? after : after - before };
    },
  };
}

async function actionOf(
  { kind }: Fault,
  handle: ServiceHandle,
  context: RunContext,
  signal: AbortSignal,
): Promise<() => Promise<Omit<FaultResult, 'kind' | 'atMs' | 'retaken'>>> {
  if (isPoisonFault(kind)) return () => poisonService(poisonOf(kind), handle, context, signal);
  if (kind === 'restart') return handle.restart;
  if (kind === 'restart-all') return () => timed(handle.restartAll);
  if (kind === 'redis-restart') {
    const own = handle.redis();
    if (own) return () => timed(() => own.restart(REDIS_AWAY_MS));
    const { redis } = context;
    const restart = redis?.restart;
    if (!redis?.owned || !restart) throw new ImpossibleWindow(['this Redis is not the bench’s to restart']);
    return () => timed(() => restart(REDIS_AWAY_MS));
  }
  const worker = await computingWorker(handle.service(), context, signal);
  return async () => {
    if (worker === 'a thread') {
      await poisonService('exit', handle, context, signal);
      return { ended: 'a thread' };
    }
    process.kill(worker, 'SIGKILL');
    return { ended: 'a process' };
  };
}

async function timed(action: () => Promise<void>): Promise<{ tookMs: Milliseconds }> {
  const start = performance.now();
  await action();
  return { tookMs: Math.round(performance.now() - start) };
}

/** A process of the service that computes and is not its main one, as the answers name it; or that threads of that do. */
async function computingWorker(
  service: Service,
  { config }: RunContext,
  signal: AbortSignal,
): Promise<number | 'a thread'> {
  const { origin, pid: main, mark } = localService(service);
  for (let asked = 0; asked < MOST_QUESTIONS; asked++) {
    const { body, result } = await askOnce(origin, config.workload, config.headline, signal);
    const { worker } = JSON.parse(result ?? body.toString()) as { worker?: Partial<WorkerIdentity> };
    const pid = worker?.pid;
    if (pid === main && (worker?.threadId ?? 0) > 0) return 'a thread';
    if (pid !== undefined && pid !== main && (await markedProcesses(mark)).includes(pid)) return pid;
  }
  throw new ImpossibleWindow([
    'neither a process nor a thread of its own computes beside its main one, so there is none to end',
  ]);
}

/** How many jobs the service says it took up again so far; undefined where it counts nothing of the kind. */
async function retakenJobs({
  contestant: { retakenMetric },
  service,
}: ServiceHandle): Promise<number | undefined> {
  if (retakenMetric === undefined) return undefined;
  try {
    const options = { headers: oneOff, signal: AbortSignal.timeout(2_000) };
    const text = await (await fetch(`${service().origin}/metrics`, options)).text();
    const line = text.split('\n').find((one) => one.startsWith(retakenMetric));
    const value = Number(line?.split(' ').at(-1));
    return line === undefined || !Number.isFinite(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { oneOff } from '@cpu-bound/measure/host/readiness';
import { type LocalService, localService, type Service } from '@cpu-bound/measure/host/service';
import type { Milliseconds } from '@cpu-bound/measure/model';
import { POISON, type Poison } from '@cpu-bound/workload/poisoned';
import type { FaultResult } from '../model/results.ts';
import type { RunContext } from './context.ts';
import type { ServiceHandle } from './side-by-side.ts';

/** A queue retries a task whose worker died; it may take this long until it gives up. */
const ANSWER_WITHIN_MS = 10_000;
/**
 * The time limit of a task here. A contestant that can end an endless task does so then, and answers; see the
 * question.
 */
export const TASK_TIMEOUT_MS = 1_000;
const ENDLESS_WITHIN_MS = 3 * TASK_TIMEOUT_MS;
/** A supervisor (systemd, an orchestrator) starts a service again after a moment. */
const RESTART_AFTER_MS = 100;
const ALIVE_WITHIN_MS = 1_000;
const ASK_AGAIN_MS = 50;

/**
 * Sends one poisoned request, and supervises the service as in production. It starts the service again when its process
 * has ended, and at last when it no longer answers.
 *
 * @throws Error if no worker began its task, because the service has a workload that cannot fail on demand
 */
export async function poisonService(
  how: Poison,
  handle: ServiceHandle,
  { config }: Pick<RunContext, 'config'>,
  signal: AbortSignal,
): Promise<Pick<FaultResult, 'poison'>> {
  const hit = handle.service();
  const before = await timesTaken(hit);
  let restarts = 0;
  const revive = async () => {
    restarts++;
    await sleep(RESTART_AFTER_MS, undefined, { signal });
    await handle.revive();
  };
  const withinMs = how === 'endless' ? ENDLESS_WITHIN_MS : ANSWER_WITHIN_MS;
  const answer = ask(`${hit.origin}/${config.workload.name}?${POISON}=${how}`, withinMs, signal);
  const died = localService(hit).ended.then(() => 'died' as const);
  if ((await Promise.race([answer, died])) === 'died') await revive();
  const { status, afterMs } = await answer;
  if (!(await isAlive(handle.service()))) await revive();
  const taken = (await timesTaken(hit)) - before;
  if (taken === 0) throw new Error('no worker began the task that had to fail');
  return { poison: { status, afterMs, taken, restarts } };
}

async function ask(
  url: string,
  withinMs: Milliseconds,
  signal: AbortSignal,
): Promise<{ status?: number; afterMs: Milliseconds }> {
  const began = performance.now();
  const after = () => Math.round(performance.now() - began);
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
    const response = await fetch(url, { headers: oneOff, signal: within });
    await response.arrayBuffer();
    return { status: response.status, afterMs: after() };
  } catch {
    signal.throwIfAborted();
    return { afterMs: after() };
  }
}

/**
 * Returns true if the service still answers and has not ended. A connection that was given to an ending worker breaks,
 * so one failure proves nothing.
 */
const isAlive = (service: Service): Promise<boolean> =>
  Promise.race([localService(service).ended.then(() => false), answers(service.origin)]);

/**
 * Asks anew every few milliseconds, and does not wait for one answer before it asks again. The main process may hand a
 * connection to a worker which is just ending. Node.js then loses that connection (2 of 60 here), and the service
 * answers all others.
 */
async function answers(origin: string): Promise<boolean> {
  const until = AbortSignal.timeout(ALIVE_WITHIN_MS);
  const answered = new AbortController();
  const signal = AbortSignal.any([until, answered.signal]);
  while (!signal.aborted) {
    fetch(`${origin}/healthz`, { headers: oneOff, signal })
      .then((response) => response.arrayBuffer())
      .then(
        () => answered.abort(), // any answer will do: a service that hangs gives none
        () => {},
      );
    await sleep(ASK_AGAIN_MS, undefined, { signal }).catch(() => {});
  }
  return answered.signal.aborted;
}

/** The number of poisoned tasks that workers of this service began. */
const timesTaken = async (service: Service): Promise<number> =>
  (await timesBegun(localService(service))).get('poison') ?? 0;

/** Counts how often this service began the task of each trace. A poisoned task has the trace `poison`. */
export async function timesBegun({
  poisonLog,
}: Pick<LocalService, 'poisonLog'>): Promise<Map<string, number>> {
  const text = await readFile(poisonLog, 'utf8').catch(() => ''); // no task has begun yet
  const times = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [trace = ''] = line.split(' ');
    if (trace !== '') times.set(trace, (times.get(trace) ?? 0) + 1);
  }
  return times;
}

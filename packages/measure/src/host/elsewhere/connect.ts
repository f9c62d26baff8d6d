import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Elsewhere } from '../../contestants/manifest.ts';
import type { Seconds } from '../../model.ts';
import type { ServiceProcess } from '../service-process.ts';
import { untilThere } from './presence.ts';
import { readCounters } from './told.ts';

/**
 * A service that the bench neither starts nor stops. What it takes is known where it tells it on `/metrics`.
 *
 * @throws ContestantFailure where it is not there
 */
export async function connectTo({ origin, id }: Elsewhere, signal: AbortSignal): Promise<ServiceProcess> {
  await untilThere(origin, id, signal);
  const hasCounters = (await readCounters(origin)).serverCpu !== undefined;
  return {
    place: { port: Number(new URL(origin).port), queueName: id },
    origin,
    pid: 0,
    mark: `elsewhere/${randomUUID()}`, // no process bears it
    redisUrl: undefined,
    backendPids: [],
    died: new AbortController().signal,
    log: () => [],
    ended: new Promise(() => {}),
    poisonLog: '',
    elsewhere: {
      untilThere: (stop) => untilThere(origin, id, stop),
      ...(hasCounters && { counters: () => readCounters(origin) }),
    },
    stop: async () => [],
    kill: async () => {},
  };
}

const LOOK_MS = 100;
/** CPU seconds of a look that an idle service does not reach, the answer to the look itself among them. */
const IDLE_CPU: Seconds = 0.02;
const MOST_LOOKS = 80;

/**
 * Waits until it is there and has nothing left to do; by its own account of its CPU time, or, where it gives none,
 * until it answers `/readyz`.
 *
 * @throws ContestantFailure where it is lost
 */
export async function settleElsewhere(
  { untilThere: there, counters }: NonNullable<ServiceProcess['elsewhere']>,
  signal: AbortSignal,
): Promise<void> {
  await there(signal);
  for (let look = 0; counters && look < MOST_LOOKS; look++) {
    const before = await counters();
    await sleep(LOOK_MS, undefined, { signal });
    const after = await counters();
    if (before.serverCpu === undefined || after.serverCpu === undefined) return;
    if (after.serverCpu - before.serverCpu <= IDLE_CPU) return;
  }
}

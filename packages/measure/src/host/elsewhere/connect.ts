import { setTimeout as sleep } from 'node:timers/promises';
import type { RemoteContestant } from '../../contestants/manifest.ts';
import type { Seconds } from '../../model.ts';
import type { RemoteService } from '../service.ts';
import { untilThere } from './presence.ts';
import { readSelfReport } from './self-report.ts';

/** Connects to a service that the bench does not start. @throws ContestantFailure if it does not answer */
export async function connectTo(contestant: RemoteContestant, signal: AbortSignal): Promise<RemoteService> {
  const { origin, id } = contestant;
  await untilThere(contestant, signal);
  const reportsItself = (await readSelfReport(origin)).serverCpu !== undefined;
  return {
    kind: 'remote',
    place: { port: Number(new URL(origin).port), queueName: id },
    origin,
    redisUrl: undefined,
    died: new AbortController().signal,
    log: () => [],
    untilThere: (stop) => untilThere(contestant, stop),
    ...(reportsItself && { selfReport: () => readSelfReport(origin) }),
    stop: async () => [],
    kill: async () => {},
  };
}

const INTERVAL_MS = 100;
/** An idle service uses less CPU time in an interval, including the answer to the bench's own request. */
const IDLE_CPU: Seconds = 0.02;
const MOST_INTERVALS = 80;

/**
 * Waits until the service is ready and idle. Its own report of CPU time shows that it is idle; without a report, an
 * answer to `/readyz` has to suffice.
 *
 * @throws ContestantFailure if it is lost
 */
export async function settleElsewhere(
  { untilThere: there, selfReport }: RemoteService,
  signal: AbortSignal,
): Promise<void> {
  await there(signal);
  for (let interval = 0; selfReport && interval < MOST_INTERVALS; interval++) {
    const before = await selfReport();
    await sleep(INTERVAL_MS, undefined, { signal });
    const after = await selfReport();
    if (before.serverCpu === undefined || after.serverCpu === undefined) return;
    if (after.serverCpu - before.serverCpu <= IDLE_CPU) return;
  }
}

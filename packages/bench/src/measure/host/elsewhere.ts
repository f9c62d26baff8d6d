import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import type { Milliseconds, Seconds } from '../../model.ts';
import { quantile, sortedCopy } from '../../stats/quantile.ts';
import type { Elsewhere } from '../contestants/manifest.ts';
import { ContestantFailure, type ServiceProcess, untilReady } from './service-process.ts';
import type { Told } from './usage.ts';

/** How long it may be away before it is lost: a restart may happen, an outage is not measured. */
const PATIENCE_MS = 5_000;
/** Enough for a p90. */
const ROUND_TRIPS = 200;
const ANSWER_WITHIN_MS = 2_000;

/**
 * A service that the bench neither starts nor stops. What it takes is known where it tells it on `/metrics`.
 *
 * @throws ContestantFailure where it does not get ready
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

async function untilThere(origin: string, id: string, signal: AbortSignal): Promise<void> {
  try {
    await untilReady(origin, PATIENCE_MS, signal, () => []);
  } catch (error) {
    if (!(error instanceof ContestantFailure)) throw error;
    throw new ContestantFailure('lost', `${id} at ${origin}: ${error.message}`);
  }
}

/** `/hello` with nothing else to do, one after the other on one connection: the network, and the least of the service. */
export async function roundTrip(
  origin: string,
): Promise<{ readonly p50: Milliseconds; readonly p90: Milliseconds }> {
  const client = new Client(origin);
  try {
    const took: number[] = [];
    for (let sent = 0; sent < ROUND_TRIPS; sent++) {
      const at = performance.now();
      const { body } = await client.request({ path: '/hello', method: 'GET' });
      await body.dump();
      took.push(performance.now() - at);
    }
    const sorted = sortedCopy(took);
    return { p50: quantile(sorted, 0.5), p90: quantile(sorted, 0.9) };
  } finally {
    await client.destroy();
  }
}

/**
 * What it tells Prometheus; nothing where it does not. Counters are those of the processes that it speaks for, which
 * need not be all of them, and its event loops' share of busy time is since somebody asked last.
 */
export async function readCounters(origin: string): Promise<Told> {
  const askedAtMs = performance.now();
  const response = await fetch(`${origin}/metrics`, {
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(() => undefined);
  const text = response?.ok ? await response.text().catch(() => '') : '';
  const serverCpu = sumOf(text, 'process_cpu_seconds_total');
  if (serverCpu === undefined) return {};
  const rssBytes = sumOf(text, 'process_resident_memory_bytes');
  const loopBusy = sumOf(text, 'nodejs_eventloop_utilization');
  const more = { ...(rssBytes !== undefined && { rssBytes }), ...(loopBusy !== undefined && { loopBusy }) };
  return { serverCpu, told: { ...more, askedAtMs, answeredAtMs: performance.now() } };
}

/** All series of one name, as the text format of Prometheus has them. */
function sumOf(text: string, name: string): number | undefined {
  const values = text
    .split('\n')
    .map((line) => new RegExp(`^${name}(?:\\{.*\\})? (\\S+)`).exec(line)?.[1])
    .filter((value) => value !== undefined)
    .map(Number);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
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

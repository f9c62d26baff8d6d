import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, sortedCopy } from '@cpu-bound/stats/moments';
import { defined } from '@cpu-bound/workload/defined';
import { Agent, Client, setGlobalDispatcher } from 'undici';
import type { RemoteContestant } from '../contestants/manifest.ts';
import type { Milliseconds, Seconds } from '../model.ts';
import { ContestantFailure, oneOff, readinessOf, wasAsked } from './readiness.ts';
import type { RemoteService, SelfReport } from './service.ts';

/** A service that accepts no connection for this long is lost: a restart is short, an outage not measured. */
const AWAY_MS: Milliseconds = 5_000;
/** A service that accepts connections may be busy for this long, with a backlog of large tasks. */
const BUSY_MS: Milliseconds = 60_000;
const CONNECT_WITHIN_MS: Milliseconds = 1_000;
const POLL_MS: Milliseconds = 50;

/**
 * Waits until a service elsewhere is ready.
 *
 * @throws ContestantFailure, `lost`, if it accepts no connection any more, or accepts them and does not get ready
 */
export async function untilThere(
  { origin, id, light }: Pick<RemoteContestant, 'origin' | 'id' | 'light'>,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  let seenAt = began;
  let last = 'no answer';
  for (;;) {
    signal.throwIfAborted();
    const { isReady, status } = await readinessOf(origin, light);
    if (isReady) return;
    if (status !== undefined) last = `status ${status}`;
    const now = performance.now();
    if (status !== undefined || (await acceptsConnections(origin))) seenAt = now;
    else last = 'no connection';
    if (now - seenAt > AWAY_MS || now - began > BUSY_MS)
      throw new ContestantFailure('lost', `${id} at ${origin}: ${wasAsked(light)} (${last})`);
    await sleep(POLL_MS);
  }
}

/** Tries to connect. A process whose loop is busy still gets connections, because its system accepts them. */
async function acceptsConnections(origin: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_WITHIN_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const ANSWER_WITHIN_MS = 2_000;

/**
 * Reads the figures that a service reports to Prometheus, if it does. The counters cover the processes that report
 * together, which need not be all of them. The busy share of the event loops counts from the last request for it.
 */
export async function readSelfReport(origin: string): Promise<SelfReport> {
  const askedAtMs = performance.now();
  const response = await fetch(`${origin}/metrics`, {
    headers: oneOff,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(() => undefined);
  const text = response?.ok ? await response.text().catch(() => '') : '';
  const cpu = seriesOf(text, 'process_cpu_seconds_total');
  if (cpu.length === 0) return {};
  const rss = seriesOf(text, 'process_resident_memory_bytes');
  const loops = seriesOf(text, 'nodejs_eventloop_utilization');
  return {
    serverCpu: sum(cpu),
    report: defined({
      askedAtMs,
      answeredAtMs: performance.now(),
      rssBytes: rss.length > 0 ? sum(rss) : undefined,
      loopBusy: loops.length > 0 ? sum(loops) / loops.length : undefined,
    }),
  };
}

/** Reads all series of one name from the text format of Prometheus. */
function seriesOf(text: string, name: string): number[] {
  const pattern = new RegExp(`^${name}(?:\\{.*\\})? (\\S+)`);
  return text.split('\n').flatMap((line) => {
    const value = pattern.exec(line)?.[1];
    return value === undefined ? [] : [Number(value)];
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

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

/** A p90 needs about this many round trips. */
const ROUND_TRIPS = 200;

/** Measures the round trip to a light route, one request after the other: the network, and a bare answer. */
export async function roundTrip(
  origin: string,
  path = '/hello',
): Promise<{ readonly p50: Milliseconds; readonly p90: Milliseconds }> {
  const client = new Client(origin);
  try {
    const took: number[] = [];
    for (let sent = 0; sent < ROUND_TRIPS; sent++) {
      const at = performance.now();
      const { body } = await client.request({ path, method: 'GET' });
      await body.dump();
      took.push(performance.now() - at);
    }
    const sorted = sortedCopy(took);
    return { p50: quantile(sorted, 0.5), p90: quantile(sorted, 0.9) };
  } finally {
    await client.destroy();
  }
}

/** Makes `fetch` send requests straight to their address: Node.js uses a proxy that the environment names. */
export const withoutProxy = (): void => setGlobalDispatcher(new Agent());

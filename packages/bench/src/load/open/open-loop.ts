import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Accounting, Milliseconds, Seconds } from '../../model.ts';
import { quantile, sortedCopy } from '../../stats/quantile.ts';
import { noRequests } from '../tally.ts';
import type { Verification } from '../verifier.ts';
import { monotonicMs } from './clock.ts';
import { type ConnectionPolicy, openConnections } from './connections.ts';
import { pace } from './pacer.ts';
import { type Arrivals, schedule } from './schedule.ts';

export type OpenLoopSpec = {
  readonly origin: string;
  readonly path: string;
  readonly arrivals: Arrivals;
  /** The offered load, in requests per second. */
  readonly perSecond: number;
  readonly seconds: Seconds;
  readonly seed: string;
  readonly policy: ConnectionPolicy;
  readonly connections: number;
  readonly mostConnections: number;
  /** From the intended time; what has no answer by then is censored here. */
  readonly timeoutMs: Milliseconds;
};

export type OpenLoopResult = {
  readonly accounting: Accounting;
  readonly offered: number;
  readonly seconds: Seconds;
  /** How late requests left, against their intended times. */
  readonly sendLagP99: Milliseconds;
  readonly sendLagMax: Milliseconds;
  readonly socketWaits: number;
  readonly connectionsOpened: number;
  /** Of the generator's event loop, 0 to 1. */
  readonly utilisation: number;
  readonly generatorCpu: Seconds;
  readonly firstWrong?: string;
};

type Outcome = Verification['outcome'] | 'timedOut' | 'pending';

/** What became of one request; times in milliseconds from the start of the schedule. */
type Fate = { sentAt: Milliseconds; outcome: Outcome; endAt: Milliseconds };

/** A stopped server is noticed at the deadline of the last request; a moment more for the answers under way. */
const POLL_MS = 20;

/**
 * Sends every request at its intended time, whatever became of the others, and counts its latency from that
 * time: a server that stalls delays the requests that were due meanwhile, and they all show it.
 *
 * @returns `latencies` of the right answers and of the censored ones, in intended order
 */
export async function openLoop(
  spec: OpenLoopSpec,
  verify: (status: number, body: string) => Verification,
): Promise<{ result: OpenLoopResult; latencies: Float32Array }> {
  const { origin, policy, connections: initial, mostConnections: most, timeoutMs } = spec;
  const due = schedule(spec.arrivals, spec.perSecond, spec.seconds, spec.seed);
  const connections = await openConnections({ origin, policy, initial, most, connectTimeoutMs: timeoutMs });
  const fates: Fate[] = [];
  let pending = 0;
  let firstWrong: string | undefined;

  const startAt = monotonicMs() + 50;
  const now = () => monotonicMs() - startAt;
  const cpuAtStart = process.cpuUsage();
  const loopAtStart = performance.eventLoopUtilization();

  await pace(due, startAt, (index) => {
    const fate: Fate = { sentAt: now(), outcome: 'pending', endAt: Number.POSITIVE_INFINITY };
    fates[index] = fate;
    pending++;
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const end = (verification: Verification) => {
      fate.endAt = now();
      fate.outcome = verification.outcome;
      if (verification.outcome === 'wrong') firstWrong ??= verification.why;
      pending--;
      resolve();
    };
    connections.dispatch(spec.path, collect(verify, end), done);
  });
  while (pending > 0 && now() < (due.at(-1) ?? 0) + timeoutMs) await sleep(POLL_MS);

  const utilisation = performance.eventLoopUtilization(loopAtStart).utilization;
  const cpu = process.cpuUsage(cpuAtStart);
  const { waits: socketWaits, opened: connectionsOpened } = connections;
  await connections.close();

  const { accounting, latencies } = settle(fates, due, timeoutMs);
  const lags = sortedCopy(fates.map((fate, index) => fate.sentAt - (due[index] ?? 0)));
  return {
    result: {
      accounting,
      offered: due.length,
      seconds: spec.seconds,
      sendLagP99: lags.length > 0 ? quantile(lags, 0.99) : 0,
      sendLagMax: lags.at(-1) ?? 0,
      socketWaits,
      connectionsOpened,
      utilisation,
      generatorCpu: (cpu.user + cpu.system) / 1e6,
      ...(firstWrong !== undefined && { firstWrong }),
    },
    latencies,
  };
}

/** Counts each request once; an answer after the deadline is no better than none. */
function settle(fates: readonly Fate[], due: Float64Array, timeoutMs: Milliseconds) {
  const accounting = noRequests();
  const latencies: Milliseconds[] = [];
  fates.forEach(({ outcome, endAt }, index) => {
    const latency = endAt - (due[index] ?? 0);
    accounting.sent++;
    const fate = outcome === 'pending' || latency > timeoutMs ? 'timedOut' : outcome;
    accounting[fate]++;
    if (fate === 'ok') latencies.push(latency);
    if (fate === 'timedOut') latencies.push(timeoutMs);
  });
  return { accounting, latencies: Float32Array.from(latencies) };
}

/** Gathers one answer and hands it on, verified. */
function collect(
  verify: (status: number, body: string) => Verification,
  end: (verification: Verification) => void,
): Dispatcher.DispatchHandler {
  let status = 0;
  let body = '';
  return {
    onRequestStart() {},
    onResponseStart(_controller, statusCode) {
      status = statusCode;
    },
    onResponseData(_controller, chunk) {
      body += chunk.toString('latin1');
    },
    onResponseEnd() {
      end(verify(status, body));
    },
    onResponseError() {
      end({ outcome: 'failed' });
    },
  };
}

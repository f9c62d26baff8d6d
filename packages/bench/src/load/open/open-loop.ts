import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Edge } from '../../host/task.ts';
import type { Milliseconds, OpenLoopResult, Seconds } from '../../model.ts';
import { mean, squaredCoefficientOfVariation } from '../../stats/moments.ts';
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
  /** Load of the same rate before the window, not measured: compilers and connections of both sides get warm. */
  readonly leadInSeconds: Seconds;
  readonly seed: string;
  readonly policy: ConnectionPolicy;
  readonly connections: number;
  readonly mostConnections: number;
  /** From the intended time; what has no answer by then is censored here. */
  readonly timeoutMs: Milliseconds;
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
  passEdge: (edge: Edge) => void = () => {},
): Promise<{ result: OpenLoopResult; latencies: Float32Array }> {
  const { origin, policy, connections: initial, mostConnections: most, timeoutMs } = spec;
  const due = schedule(spec.arrivals, spec.perSecond, spec.leadInSeconds + spec.seconds, spec.seed);
  const before = due.findIndex((at) => at >= spec.leadInSeconds * 1000);
  const firstMeasured = before === -1 ? due.length : before;
  const connections = await openConnections({ origin, policy, initial, most, connectTimeoutMs: timeoutMs });
  const fates: Fate[] = [];
  const computeTimes: Milliseconds[] = [];
  const shares = new Map<string, number>();
  let pending = 0;
  let firstWrong: string | undefined;

  const startAt = monotonicMs() + 50;
  const now = () => monotonicMs() - startAt;
  let cpuAtStart = process.cpuUsage();
  let loopAtStart = performance.eventLoopUtilization();

  await pace(due, startAt, (index) => {
    if (index === firstMeasured) {
      cpuAtStart = process.cpuUsage();
      loopAtStart = performance.eventLoopUtilization();
      passEdge('from');
    }
    const fate: Fate = { sentAt: now(), outcome: 'pending', endAt: Number.POSITIVE_INFINITY };
    fates[index] = fate;
    pending++;
    connections.dispatch(spec.path, (release) =>
      collect(verify, (verification) => {
        fate.endAt = now();
        fate.outcome = verification.outcome;
        if (verification.outcome === 'wrong') firstWrong ??= verification.why;
        if (verification.outcome === 'ok') {
          computeTimes.push(verification.computeMs);
          shares.set(verification.worker, (shares.get(verification.worker) ?? 0) + 1);
        }
        pending--;
        release();
      }),
    );
  });
  const utilisation = performance.eventLoopUtilization(loopAtStart).utilization;
  const cpu = process.cpuUsage(cpuAtStart);
  passEdge('to');
  while (pending > 0 && now() < (due.at(-1) ?? 0) + timeoutMs) await sleep(POLL_MS);

  const { waits: socketWaits, opened: connectionsOpened } = connections;
  await connections.close();

  const { accounting, latencies } = settle(fates, due, firstMeasured, timeoutMs);
  const measured = fates.slice(firstMeasured);
  const lags = sortedCopy(measured.map((fate, index) => fate.sentAt - (due[firstMeasured + index] ?? 0)));
  const sorted = sortedCopy(latencies);
  return {
    result: {
      accounting,
      perSecond: measured.length / spec.seconds,
      seconds: spec.seconds,
      timeoutMs,
      sendLagP99: lags.length > 0 ? quantile(lags, 0.99) : 0,
      sendLagMax: lags.at(-1) ?? 0,
      socketWaits,
      connectionsOpened,
      utilisation,
      generatorCpu: (cpu.user + cpu.system) / 1e6,
      p50: sorted.length > 0 ? quantile(sorted, 0.5) : 0,
      computeMs: computeTimes.length > 0 ? mean(computeTimes) : 0,
      computeCv2:
        computeTimes.length > 1 && mean(computeTimes) > 0 ? squaredCoefficientOfVariation(computeTimes) : 0,
      shares: [...shares].map(([worker, answers]) => ({ worker, answers })),
      ...(firstWrong !== undefined && { firstWrong }),
    },
    latencies,
  };
}

/** Counts each request once, lead-in included; an answer after the deadline is no better than none. */
function settle(fates: readonly Fate[], due: Float64Array, firstMeasured: number, timeoutMs: Milliseconds) {
  const accounting = noRequests();
  const latencies: Milliseconds[] = [];
  fates.forEach(({ outcome, endAt }, index) => {
    const latency = endAt - (due[index] ?? 0);
    accounting.sent++;
    const fate = outcome === 'pending' || latency > timeoutMs ? 'timedOut' : outcome;
    accounting[fate]++;
    if (index < firstMeasured) return;
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

import { mean, quantile, type Samples, sortedCopy } from '@cpu-bound/stats/moments';
import { defined } from '@cpu-bound/workload/defined';
import { type Milliseconds, type OpenLoopResult, tooLate } from '../../model.ts';
import {
  account,
  backlogOf,
  joined,
  latenciesOf,
  type OpenLoopRecord,
  type OpenRequest,
  silenceOf,
  timelineOf,
  timesOf,
  unservedOf,
} from './requests.ts';
import type { OpenLoopMeasurement, OpenLoopSpec } from './spec.ts';

/** Sums up a load once each of its requests has an answer or has been given up. */
export function measurementOf(spec: OpenLoopSpec, records: readonly OpenLoopRecord[]): OpenLoopMeasurement {
  const { seconds, timeoutMs, afterwards } = spec;
  const { requests, labels, computeTimes, generator, unchecked, ...facts } = joined(records);
  const from = spec.leadInSeconds * 1000;
  const to = from + seconds * 1000;
  const afterLeadIn = requests.filter(({ due }) => due >= from);
  const measured = afterLeadIn.filter(({ due }) => due < to);
  const latencies = latenciesOf(measured, timeoutMs);
  const { fromDue, lags } = latencies;
  const quantileOr0 = (values: Samples, p: number) =>
    values.length > 0 ? quantile(sortedCopy(values), p) : 0;
  const answered = ({ outcome, endAt }: OpenRequest) => outcome === 'ok' && endAt >= from && endAt < to;
  return {
    result: defined({
      accounting: account(requests, timeoutMs),
      perSecond: measured.length / seconds,
      seconds,
      answers: requests.filter(answered).length,
      timeoutMs,
      sendLagP99: quantileOr0(
        afterLeadIn.map(({ sentAt, due }) => sentAt - due),
        0.99,
      ),
      ...generator,
      generators: records.length > 1 ? records.length : undefined,
      p50: quantileOr0(fromDue, 0.5),
      p50FromSent: quantileOr0(
        fromDue.map((latency, index) => latency - (lags[index] ?? 0)),
        0.5,
      ),
      computeMs: computeTimes.length > 0 ? mean(computeTimes) : 0,
      ...facts,
      unchecked: unchecked || undefined,
      backlogMs: backlogOf(measured, to, timeoutMs),
      answeredMs: timesOf(measured, 'ok', timeoutMs),
      refusedMs: timesOf(measured, 'refused', timeoutMs),
      unservedMs: unservedOf(afterLeadIn, timeoutMs),
      ...(spec.timeline && {
        silenceMs: silenceOf(requests, from, to, timeoutMs),
        timeline: timelineOf(requests, from, to + (afterwards?.seconds ?? 0) * 1000, timeoutMs),
      }),
    }),
    latencies,
    parts: partsOf(labels, measured, timeoutMs),
  };
}

/** Groups the latencies of a mixed load by part; targets with one label are one part. */
function partsOf(labels: readonly string[], measured: readonly OpenRequest[], timeoutMs: Milliseconds) {
  const different = new Set(labels);
  if (different.size < 2) return {};
  const requestsOf = (label: string) => measured.filter(({ part }) => labels[part] === label);
  return Object.fromEntries(
    [...different].map((label) => [label, latenciesOf(requestsOf(label), timeoutMs)]),
  );
}

/** The limits within which an open loop must stay; beyond them its window is void. */
export type GateLimits = {
  /** The most that the generator's event loop may be busy. */
  readonly utilisation: number;
  /** True if a request may have waited for a connection. */
  readonly waits: boolean;
  /** True if the median must not depend on the lateness of the generator. */
  readonly punctual: boolean;
};

/** The limits for a load whose latency is the result. */
export const loadLimits: GateLimits = { utilisation: 0.5, waits: false, punctual: true };

/**
 * The limits for a service that is harmed on purpose. They concern the generator alone, since such a service need not
 * be well. The results of such a window are counts, and times to a tenth of a second.
 */
export const disturbedLimits: GateLimits = { utilisation: 0.75, waits: true, punctual: false };

const LEAST_SENT = 0.99;
/** The share of a generator's ceiling that it sends at most: near the ceiling, requests leave late. */
export const MOST_OF_CEILING = 0.5;

/** Explains why the generator's own behaviour makes these latencies unusable; empty if it does not. */
export function failedGates(result: OpenLoopResult, limits: GateLimits): string[] {
  const { waits, punctual } = limits;
  const {
    p50,
    p50FromSent,
    socketWaits,
    utilisation,
    perSecond,
    seconds,
    accounting,
    generators = 1,
  } = result;
  const due = perSecond * seconds;
  const gates: [boolean, string][] = [
    [
      punctual && tooLate(p50, p50FromSent),
      `requests left late: the median is ${p50.toFixed(2)} ms from when they were due and ${p50FromSent.toFixed(2)} ms from when they left`,
    ],
    [accounting.sent < LEAST_SENT * due, `only ${accounting.sent} of ${Math.round(due)} requests were sent`],
    [socketWaits > 0 && !waits, `${socketWaits} requests waited for a connection`],
    [
      utilisation > limits.utilisation,
      `${generators === 1 ? 'the generator' : `the busiest of ${generators} generators`} was busy ${(utilisation * 100).toFixed(0)} % of the time`,
    ],
  ];
  return gates.filter(([failed]) => failed).map(([, reason]) => reason);
}

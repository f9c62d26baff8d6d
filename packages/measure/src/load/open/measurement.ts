import { mean } from '@cpu-bound/stats/moments';
import { quantile, type Samples, sortedCopy } from '@cpu-bound/stats/quantile';
import { defined } from '@cpu-bound/workload/defined';
import type { Milliseconds } from '../../model.ts';
import { joined, type OpenLoopRecord } from './record.ts';
import {
  account,
  backlogOf,
  latenciesOf,
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

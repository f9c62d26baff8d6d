import { windowMedian } from '@cpu-bound/stats/location';
import { carries, geometricMean, mean, sampleAt, sortedCopy } from '@cpu-bound/stats/moments';
import type { Interval } from '@cpu-bound/stats/verdict';
import type { Comparison, Metric, WindowValue } from '../model/analysis.ts';
import type { Condition } from '../model/plan.ts';
import type { SampleFiles, WindowResult } from '../model/results.ts';
import { tooLate } from '../model.ts';
import { findMetric } from './look-up.ts';
import { armsUnder, compared, type Measure, metricOver } from './measures.ts';
import {
  conditionsOf,
  eachRound,
  latenciesOf,
  type Observation,
  type QuestionInput,
  under,
} from './observations.ts';

/** The percentiles. A window has one only if it has enough samples for it. */
export const PERCENTILES = { p50: 0.5, p90: 0.9, p99: 0.99, 'p99.9': 0.999 } as const;
export type PercentileId = keyof typeof PERCENTILES;
type LatencyPrefix = 'latency' | 'hello';

/** Selects the sample files of a window, if it has any. */
export type SampleFilesOf = (result: WindowResult) => SampleFiles | undefined;

/** The sample files of the requests of a load, and of the light route. */
const SAMPLES: Readonly<Record<LatencyPrefix, SampleFilesOf>> = {
  latency: ({ open }) => open,
  hello: ({ probe }) => probe,
};

/** The samples of a window, ascending: counted from the due time, and from the send time. */
type WindowSamples = {
  readonly round: number;
  readonly block: string;
  readonly fromDue: Float64Array;
  readonly fromSent: Float64Array;
};

/** The least time that counts, because a logarithm needs a positive number. */
const LEAST_MS = 0.001;

/** Reads the samples of the windows that have any. */
function windowSamples(
  input: Pick<QuestionInput, 'samples'>,
  found: readonly Observation[],
  sampledOf: SampleFilesOf,
): WindowSamples[] {
  return found.flatMap(({ round, block, result }) => {
    const files = sampledOf(result);
    if (!files) return [];
    const fromDue = latenciesOf(input, files);
    const lags = input.samples(files.lags);
    if (fromDue.length === 0) return [];
    // A request that left after its own deadline was censored before it was sent, so nothing is known about it.
    const fromSent = fromDue.map((latency, index) => latency - (lags[index] ?? 0));
    return [{ round, block, fromDue: ascending(fromDue), fromSent: ascending(fromSent) }];
  });
}

const ascending = (latencies: Float32Array) =>
  sortedCopy(latencies.map((latency) => Math.max(LEAST_MS, latency)));

/** Returns a percentile of each window that has enough samples for it. */
const ownPercentiles = (windows: readonly WindowSamples[], p: number): WindowValue[] =>
  windows
    .filter(({ fromDue }) => carries(fromDue.length, p))
    .map(({ round, fromDue, fromSent }) => ({
      round,
      fromDue: sampleAt(fromDue, p),
      fromSent: sampleAt(fromSent, p),
    }));

/**
 * Locates the percentile of the typical window: the median of the windows' percentiles from the due time. Its interval
 * is widened to include that from the send time, because the service's own latency lies between the two. Both ends are
 * values of windows.
 *
 * @returns undefined if there is no window, or the two are too far apart to be one number
 */
export function typicalOf(windows: readonly WindowValue[]): Interval | undefined {
  if (windows.length === 0 || leftTooLate(windows)) return undefined;
  const due = windowMedian(windows.map(({ fromDue }) => fromDue));
  return { ...due, low: Math.min(due.low, windowMedian(windows.map(({ fromSent }) => fromSent)).low) };
}

const leftTooLate = (windows: readonly WindowValue[]): boolean =>
  tooLate(
    windowMedian(windows.map(({ fromDue }) => fromDue)).estimate,
    windowMedian(windows.map(({ fromSent }) => fromSent)).estimate,
  );

/**
 * Returns `<prefix>-p50` and so on in milliseconds, of each subject under each condition. If requests left too late for
 * a median, their lateness takes its place.
 */
export function percentileMetrics(
  input: QuestionInput,
  prefix: LatencyPrefix,
  ids: readonly PercentileId[],
  sampledOf: SampleFilesOf = SAMPLES[prefix],
): Metric[] {
  return conditionsOf(input.observations).flatMap((condition) =>
    input.run.subjects.flatMap(({ id: contestant }) => {
      const found = under(input.observations, contestant, condition);
      const windows = windowSamples(input, found, sampledOf);
      return ids.flatMap((id): Metric[] => {
        const own = ownPercentiles(windows, PERCENTILES[id]);
        const typical = typicalOf(own);
        if (!typical) {
          if (id !== 'p50' || own.length === 0) return [];
          return metricOver(
            { contestant, metric: 'send-lag', condition },
            eachRound(own, (each) => mean(each.map(({ fromDue, fromSent }) => fromDue - fromSent))),
          );
        }
        return [
          {
            contestant,
            metric: `${prefix}-${id}`,
            unit: 'ms',
            condition,
            ...typical,
            censored: typical.high >= deadlineOf(found, prefix) || undefined,
            rounds: [...eachRound(own, (each) => geometricMean(each.map(({ fromDue }) => fromDue))).values()],
            windows: { seconds: found[0]?.window.seconds ?? 0, each: own },
          },
        ];
      });
    }),
  );
}

/** The bench does not wait longer than this for an answer: a request without one has this latency. */
const deadlineOf = (found: readonly Observation[], prefix: LatencyPrefix): number =>
  Math.min(
    ...found.map(
      ({ window, result }) =>
        (prefix === 'hello' ? window.probe : result.open)?.timeoutMs ?? Number.POSITIVE_INFINITY,
    ),
  );

/** Returns a percentile of a window as a measure. */
export const percentileOf = (
  input: Pick<QuestionInput, 'samples'>,
  prefix: LatencyPrefix,
  id: PercentileId,
  sampledOf: SampleFilesOf = SAMPLES[prefix],
): Measure => ({
  metric: `${prefix}-${id}`,
  read: (observation) =>
    ownPercentiles(windowSamples(input, [observation], sampledOf), PERCENTILES[id])[0]?.fromDue,
});

/**
 * Compares all pairs on one percentile as other metrics are compared: a round's value is the mean of the logarithms of
 * its windows. A percentile that is not printed has no ratio; neither have two that both reach their deadline, nor a
 * light request that reaches it.
 */
export function percentileComparisons(
  input: QuestionInput,
  prefix: LatencyPrefix,
  id: PercentileId,
  metrics: readonly Metric[],
  sampledOf: SampleFilesOf = SAMPLES[prefix],
): Comparison[] {
  const measure = percentileOf(input, prefix, id, sampledOf);
  const figureOf = (contestant: string, condition: Condition) =>
    findMetric(metrics, contestant, measure.metric, condition);
  return conditionsOf(input.observations).flatMap((condition) => {
    const arms = armsUnder(input, measure, condition).filter(({ id: contestant }) => {
      const figure = figureOf(contestant, condition);
      return figure && !(prefix === 'hello' && figure.censored);
    });
    return compared(input.run, measure.metric, condition, arms).filter(
      ({ contestant, against }) =>
        !(figureOf(contestant, condition)?.censored && figureOf(against, condition)?.censored),
    );
  });
}

import { comparePercentiles, type SampledArm } from '@cpu-bound/stats/compare-percentiles';
import type { Interval } from '@cpu-bound/stats/interval';
import { pooledPercentile } from '@cpu-bound/stats/pooled-percentile';
import { quantile, sortedCopy } from '@cpu-bound/stats/quantile';
import { defined } from '@cpu-bound/workload/defined';
import { type Comparison, type Metric, type SampleFiles, tooLate, type WindowResult } from '../model.ts';
import { findMetric } from './look-up.ts';
import { compared, metricOver } from './measures.ts';
import {
  conditionsOf,
  type Observation,
  type RoundValues,
  type ScenarioInput,
  under,
} from './observations.ts';

/** Percentiles, each printed only where enough samples lie beyond it. */
export const PERCENTILES = { p50: 0.5, p90: 0.9, p99: 0.99, 'p99.9': 0.999 } as const;
export type PercentileId = keyof typeof PERCENTILES;
export type LatencyPrefix = 'latency' | 'hello';

/** The sample files that are meant, of a window that has them. */
export type SampleFilesOf = (result: WindowResult) => SampleFiles | undefined;

/** The samples of a round, ascending: counted from when requests were due, and from when they left. */
export type RoundSamples = {
  readonly round: number;
  readonly fromDue: Float64Array;
  readonly fromSent: Float64Array;
};

/** A time is positive, on a logarithmic scale too. */
const LEAST_MS = 0.001;

/** The samples of one subject under a condition, all blocks of a round together. */
export function samplesByRound(
  { samples }: Pick<ScenarioInput, 'samples'>,
  found: readonly Observation[],
  sampledOf: SampleFilesOf,
): RoundSamples[] {
  return [...Map.groupBy(found, ({ round }) => round)].flatMap(([round, blocks]) => {
    const files = blocks.flatMap(({ result }) => sampledOf(result) ?? []);
    const fromDue = files.flatMap((file) => [...samples(file.samples)]);
    const lags = files.flatMap((file) => [...samples(file.lags)]);
    if (fromDue.length === 0) return [];
    // One that left after its own deadline was censored before it was sent: no more than nothing is known of it.
    const fromSent = fromDue.map((latency, index) => latency - (lags[index] ?? 0));
    return [{ round, fromDue: ascending(fromDue), fromSent: ascending(fromSent) }];
  });
}

const ascending = (latencies: readonly number[]) =>
  sortedCopy(latencies.map((latency) => Math.max(LEAST_MS, latency)));

/** One subject's rounds under a condition, from the due times, to be compared with another's. */
export const sampledArm = (
  input: Pick<ScenarioInput, 'samples'>,
  id: string,
  found: readonly Observation[],
  sampledOf: SampleFilesOf,
): SampledArm => ({
  id,
  rounds: new Map(samplesByRound(input, found, sampledOf).map(({ round, fromDue }) => [round, fromDue])),
});

/**
 * A percentile of all requests of all rounds from the due time, its interval widened by what the send time would have given: the service's own
 * lies between the two.
 *
 * @returns undefined where too few samples lie beyond it, or the two are too far apart to be one number
 */
export function percentileOver(rounds: readonly RoundSamples[], p: number): Interval | undefined {
  const both = bothOf(rounds, p);
  if (!both || areApart(both)) return undefined;
  return { ...both.due, low: Math.min(both.due.low, both.sent.low) };
}

type PercentilePair = { readonly due: Interval; readonly sent: Interval };

/** From the due times and from the send times; undefined where too few samples lie beyond it. */
function bothOf(rounds: readonly RoundSamples[], p: number): PercentilePair | undefined {
  if (rounds.length === 0) return undefined;
  const of = (which: 'fromDue' | 'fromSent') =>
    pooledPercentile(
      rounds.map((round) => round[which]),
      p,
    );
  const [due, sent] = [of('fromDue'), of('fromSent')];
  return due && sent && { due, sent };
}

const areApart = ({ due, sent }: PercentilePair) => tooLate(due.estimate, sent.estimate);

/** Of an interval that went through logarithms. */
const ROUNDING = 1e-6;

/**
 * `<prefix>-p50` and so on in milliseconds, of every subject under every condition; where requests left too late for a
 * median, how late they did.
 */
export function percentileMetrics(
  input: ScenarioInput,
  prefix: LatencyPrefix,
  sampledOf: SampleFilesOf,
  wanted: readonly PercentileId[] = ['p50', 'p90', 'p99', 'p99.9'],
): Metric[] {
  return conditionsOf(input.observations).flatMap((condition) =>
    input.run.subjects.flatMap(({ id: contestant }) => {
      const own = under(input.observations, contestant, condition);
      const rounds = samplesByRound(input, own, sampledOf);
      const censoredAt = Math.min(
        ...own.map(({ window }) => window.probe?.timeoutMs ?? Number.POSITIVE_INFINITY),
      );
      return wanted.flatMap((id): Metric[] => {
        const found = percentileOver(rounds, PERCENTILES[id]);
        if (!found) {
          if (id !== 'p50') return [];
          return metricOver({ contestant, metric: 'send-lag', condition }, lagOf(rounds));
        }
        const isCensored = prefix === 'hello' && found.high >= censoredAt * (1 - ROUNDING);
        const metric = `${prefix}-${id}` as const;
        const shared = { contestant, metric, unit: 'ms', condition };
        return [defined({ ...shared, ...found, censored: isCensored || undefined })];
      });
    }),
  );
}

/** By how much the median from the due time exceeds that from the send time in each round, where that is too much. */
function lagOf(rounds: readonly RoundSamples[]): RoundValues {
  const both = bothOf(rounds, PERCENTILES.p50);
  if (!both || !areApart(both)) return new Map();
  return new Map(
    rounds.map(({ round, fromDue, fromSent }) => [round, quantile(fromDue, 0.5) - quantile(fromSent, 0.5)]),
  );
}

/** All pairs on one percentile of all requests of all rounds; no ratio of what was censored or is not printed. */
export function percentileComparisons(
  input: ScenarioInput,
  prefix: LatencyPrefix,
  id: PercentileId,
  sampledOf: SampleFilesOf,
  metrics: readonly Metric[],
): Comparison[] {
  const metric = `${prefix}-${id}` as const;
  const sound = metrics.filter(({ censored }) => !censored);
  return conditionsOf(input.observations).flatMap((condition) => {
    const arms = input.run.subjects
      .filter(({ id }) => findMetric(sound, id, metric, condition))
      .map(({ id }) => sampledArm(input, id, under(input.observations, id, condition), sampledOf));
    return compared(input.run, metric, condition, arms, (pairs, options) =>
      comparePercentiles(pairs, PERCENTILES[id], options),
    );
  });
}

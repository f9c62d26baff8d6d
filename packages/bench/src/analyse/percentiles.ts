import {
  type Comparison,
  type Condition,
  type Metric,
  type Sampled,
  sameCondition,
  tooLate,
  type WindowResult,
} from '../model.ts';
import { quantileAcrossRounds } from '../stats/bootstrap.ts';
import type { Interval } from '../stats/interval.ts';
import { quantile, samplesBeyond, sortedCopy } from '../stats/quantile.ts';
import { compared, metricOver } from './measures.ts';
import { type Asked, type ByRound, conditionsOf, type Observation, under } from './observations.ts';

/** Percentiles that may be asked for; each is printed only where enough samples lie beyond it. */
export const PERCENTILES = { p50: 0.5, p90: 0.9, p99: 0.99, 'p99.9': 0.999 } as const;
export type PercentileId = keyof typeof PERCENTILES;
/** `measured` is `latency` before it is taken to the utilisation that was asked for: see same-utilisation.ts. */
export type Prefix = 'latency' | 'measured' | 'hello';

/** The sample files that are meant, of a window that has them. */
export type SampledOf = (result: WindowResult) => Sampled | undefined;

/** The samples of a round, ascending: counted from when requests were due, and from when they left. */
export type SampledRound = {
  readonly round: number;
  readonly fromDue: Float64Array;
  readonly fromSent: Float64Array;
};

/** A time is positive, on a logarithmic scale too. */
const LEAST_MS = 0.001;

/** The samples of one subject under a condition, all blocks of a round together. */
export function sampledRounds(
  { samples }: Pick<Asked, 'samples'>,
  found: readonly Observation[],
  sampledOf: SampledOf,
): SampledRound[] {
  return [...Map.groupBy(found, ({ round }) => round)].flatMap(([round, blocks]) => {
    const files = blocks.flatMap(({ result }) => sampledOf(result) ?? []);
    const fromDue = files.flatMap((file) => [...samples(file.samples)]);
    const lags = files.flatMap((file) => [...samples(file.lags)]);
    if (fromDue.length === 0) return [];
    // One that left after its own deadline was censored before it was sent: no more than nothing is known of it.
    const fromSent = fromDue.map((latency, index) => Math.max(LEAST_MS, latency - (lags[index] ?? 0)));
    return [{ round, fromDue: sortedCopy(fromDue), fromSent: sortedCopy(fromSent) }];
  });
}

/**
 * A percentile from the due time, its interval widened by what the send time would have given: the service's own
 * lies between the two.
 *
 * @returns undefined where too few samples lie beyond it, or the two are too far apart to be one number
 */
export function percentileOver(
  rounds: readonly SampledRound[],
  p: number,
  seed: string,
): Interval | undefined {
  const both = bothOf(rounds, p, seed);
  if (!both || areApart(both)) return undefined;
  return { ...both.due, low: Math.min(both.due.low, both.sent.low) };
}

type Both = { readonly due: Interval; readonly sent: Interval };

/** From the due times and from the send times; undefined where too few samples lie beyond it. */
function bothOf(rounds: readonly SampledRound[], p: number, seed: string): Both | undefined {
  if (rounds.length === 0) return undefined;
  const of = (which: 'fromDue' | 'fromSent') =>
    quantileAcrossRounds(
      rounds.map((round) => round[which]),
      p,
      { seed },
    );
  const [due, sent] = [of('fromDue'), of('fromSent')];
  return due && sent && { due, sent };
}

const areApart = ({ due, sent }: Both) => tooLate(due.estimate, sent.estimate);

/** Of an interval that went through logarithms. */
const ROUNDING = 1e-6;

/**
 * `<prefix>-p50` and so on in milliseconds, of every subject under every condition; where requests left too late for a
 * median, how late they did.
 */
export function percentileMetrics(
  asked: Asked,
  prefix: Prefix,
  sampledOf: SampledOf,
  wanted: readonly PercentileId[] = ['p50', 'p90', 'p99', 'p99.9'],
): Metric[] {
  return conditionsOf(asked.observations).flatMap((condition) =>
    asked.run.subjects.flatMap(({ id: contestant }) => {
      const own = under(asked.observations, contestant, condition);
      const rounds = sampledRounds(asked, own, sampledOf);
      const censoredAt = Math.min(
        ...own.map(({ window }) => window.probe?.timeoutMs ?? Number.POSITIVE_INFINITY),
      );
      return wanted.flatMap((id): Metric[] => {
        const seed = `${asked.run.seed}/${contestant}/${id}`;
        const found = percentileOver(rounds, PERCENTILES[id], seed);
        if (!found) {
          if (id !== 'p50' || prefix === 'measured') return [];
          return metricOver({ contestant, metric: 'send-lag', condition }, lagOf(rounds, seed));
        }
        const isCensored = prefix === 'hello' && found.high >= censoredAt * (1 - ROUNDING);
        const metric = `${prefix}-${id}` as const;
        const shared = { contestant, metric, unit: 'ms', condition };
        return [{ ...shared, ...found, ...(isCensored && { censored: true as const }) }];
      });
    }),
  );
}

/** By how much the median from the due time exceeds that from the send time in each round, where that is too much. */
function lagOf(rounds: readonly SampledRound[], seed: string): ByRound {
  const both = bothOf(rounds, PERCENTILES.p50, seed);
  if (!both || !areApart(both)) return new Map();
  return new Map(
    rounds.map(({ round, fromDue, fromSent }) => [round, quantile(fromDue, 0.5) - quantile(fromSent, 0.5)]),
  );
}

/** With fewer samples of a round beyond a percentile it is the largest of the round, whatever the contestant. */
const FEWEST_BEYOND_TO_COMPARE = 2;

/**
 * All pairs on one percentile, taken from each round by itself; no ratio of what was censored. The percentile of few
 * samples is rough, but as rough for both of a pair: it takes from the power of the verdict, and not from its level.
 */
export function percentileComparisons(
  asked: Asked,
  prefix: Prefix,
  id: PercentileId,
  sampledOf: SampledOf,
  metrics: readonly Metric[],
): Comparison[] {
  const metric = `${prefix}-${id}` as const;
  const isSound = (contestant: string, condition: Condition) =>
    metrics.some(
      (one) =>
        one.contestant === contestant &&
        one.metric === metric &&
        sameCondition(one.condition, condition) &&
        !one.censored,
    );
  return conditionsOf(asked.observations).flatMap((condition) =>
    compared(asked.run, metric, condition, (contestant) => {
      if (!isSound(contestant, condition)) return new Map();
      const rounds = sampledRounds(asked, under(asked.observations, contestant, condition), sampledOf);
      const p = PERCENTILES[id];
      const enough = rounds.filter(
        ({ fromDue }) => samplesBeyond(fromDue.length, p) >= FEWEST_BEYOND_TO_COMPARE,
      );
      return new Map(enough.map(({ round, fromDue }) => [round, quantile(fromDue, p)]));
    }),
  );
}

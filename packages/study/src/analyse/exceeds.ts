import { location } from '@cpu-bound/stats/location';
import { summaryOf as median } from '@cpu-bound/stats/round-summary';
import type { Observation } from './observations.ts';

/**
 * A figure may exceed its limit by this factor. A core that shares its units with a busy one computes slower than one that
 * does not, and the limit is itself measured; by simulation an honest contestant is doubted in under 1 % of runs.
 */
const MARGIN = 1.25;
/** Fewer rounds say nothing of a limit. */
const LEAST_ROUNDS = 3;
/** A number of each round: the median of its windows that have it. */
export function inRounds(
  found: readonly Observation[],
  of: (observation: Observation) => number | undefined,
): ReadonlyMap<number, number> {
  const values = found.flatMap((one) => {
    const value = of(one);
    return value !== undefined && value > 0 ? [{ round: one.round, value }] : [];
  });
  return new Map(
    [...Map.groupBy(values, ({ round }) => round)].map(([round, own]) => [
      round,
      median(own.map(({ value }) => value)),
    ]),
  );
}

export const typical = (rounds: ReadonlyMap<number, number>): number => median([...rounds.values()]);

/** Whether a figure is above its limit by more than the margin, with the whole interval of their ratio over rounds. */
export function exceeds(
  figures: ReadonlyMap<number, number>,
  limitIn: (round: number) => number | undefined,
): boolean {
  const ratios = [...figures].flatMap(([round, figure]) => {
    const limit = limitIn(round);
    return limit === undefined ? [] : [figure / limit];
  });
  return ratios.length >= LEAST_ROUNDS && location(ratios, { scale: 'geometric' }).low > MARGIN;
}

export const meanOf = (samples: Float32Array, lags: Float32Array = new Float32Array()): number =>
  samples.reduce((sum, ms, index) => sum + ms - (lags[index] ?? 0), 0) / Math.max(1, samples.length);

import { location } from '@cpu-bound/stats/location';
import { summaryOf as median } from '@cpu-bound/stats/round-summary';
import type { Observation } from './observations.ts';

/**
 * A figure may exceed its limit by this factor. A core that shares its units with a busy one computes more slowly, and
 * the limit is itself measured. By simulation, an honest contestant is doubted in under 1 % of runs.
 */
const MARGIN = 1.25;
/** A limit is not tested with fewer rounds than this. */
export const LEAST_ROUNDS = 3;

/** The value of a number in each round: its median over the windows that have it. */
export function inRounds(
  found: readonly Observation[],
  read: (observation: Observation) => number | undefined,
): ReadonlyMap<number, number> {
  const values = found.flatMap((one) => {
    const value = read(one);
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

/**
 * Returns true if a figure exceeds its limit by more than the margin: the interval of their ratio over the rounds lies
 * above it.
 */
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

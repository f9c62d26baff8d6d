import type { Milliseconds } from '@cpu-bound/measure/model';
import { summaryOf as median } from '@cpu-bound/stats/moments';
import type { Metric } from '../model/analysis.ts';
import type { Condition } from '../model/plan.ts';
import { metricsUnder } from './look-up.ts';
import { conditionsOf, type Observation, type QuestionInput, under } from './observations.ts';
import { percentileOf } from './percentiles.ts';

/** A window that the report tells of, with the other figures of that moment. */
export type MarkedWindow = {
  readonly contestant: string;
  readonly condition: Condition;
  /** The highest percentile that the windows have enough samples for, up to p99. */
  readonly percentile: 'p50' | 'p90' | 'p99';
  readonly round: number;
  readonly ms: Milliseconds;
  /** The share of the CPU time that programs other than the study's used; absent if it is unknown. */
  readonly foreign?: number;
  /** The percentile of each other contestant of the same block ÷ its own median. */
  readonly others: Readonly<Record<string, number>>;
};

/** A window is bad if its percentile is at least this multiple of its contestant's median. */
export const BAD = 3;

type WindowReading = { readonly observation: Observation; readonly ms: Milliseconds };

/**
 * Finds the windows whose tail is much longer than usual for their contestant, under each condition. With ten windows,
 * counts of bad windows cannot be compared, so the report lists them without a verdict (docs/adr/0042).
 *
 * @param metrics the percentiles of the typical windows
 */
export function badWindows(input: QuestionInput, metrics: readonly Metric[]): MarkedWindow[] {
  return conditionsOf(input.observations).flatMap((condition) => {
    const percentile = (['p99', 'p90', 'p50'] as const).find(
      (id) => metricsUnder(metrics, `latency-${id}`, condition).length > 0,
    );
    if (!percentile) return [];
    const { read } = percentileOf(input, 'latency', percentile);
    const readings = new Map(
      input.run.subjects.map(({ id }) => [
        id,
        under(input.observations, id, condition).flatMap((observation): WindowReading[] => {
          const ms = read(observation);
          return ms === undefined ? [] : [{ observation, ms }];
        }),
      ]),
    );
    return [...readings].flatMap(([contestant, own]) =>
      own
        .filter(({ ms }) => ms > BAD * usual(own))
        .map(({ observation, ms }) => {
          const { round } = observation;
          const others = Object.fromEntries(
            [...readings].flatMap(([id, theirs]) => {
              const neighbour = theirs.find((their) => isSameBlock(their.observation, observation));
              return id === contestant || !neighbour ? [] : [[id, neighbour.ms / usual(theirs)]];
            }),
          );
          return {
            contestant,
            condition,
            percentile,
            round,
            ms,
            foreign: observation.result.usage?.foreign,
            others,
          };
        }),
    );
  });
}

const usual = (readings: readonly WindowReading[]): Milliseconds => median(readings.map(({ ms }) => ms));

const isSameBlock = (one: Observation, other: Observation): boolean =>
  one.block === other.block && one.trial === other.trial;

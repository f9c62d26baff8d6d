import { summaryOf as median } from '@cpu-bound/stats/round-summary';
import { defined } from '@cpu-bound/workload/defined';
import type { Condition, Metric, Milliseconds } from '../model.ts';
import { findMetric } from './look-up.ts';
import { conditionsOf, type Observation, type ScenarioInput, under } from './observations.ts';
import { PERCENTILES, percentileOf, type SampleFilesOf } from './percentiles.ts';

/** A window whose tail is much longer than usual for its contestant, with the other figures of that moment. */
export type BadWindow = {
  readonly contestant: string;
  readonly condition: Condition;
  /** The highest percentile that the windows have enough samples for, up to p99. */
  readonly percentile: 'p50' | 'p90' | 'p99';
  readonly round: number;
  readonly ms: Milliseconds;
  /**
   * The slowdown of the tasks by the service's clock: their time in this window ÷ the median over the windows. It is
   * absent if the service does not report it.
   */
  readonly tasks?: number;
  /** The percentile of each other contestant of the same block ÷ its own median. */
  readonly others: Readonly<Record<string, number>>;
};

/** A window is bad if its percentile is at least this multiple of its contestant's median. */
export const BAD = 3;

type WindowReading = { readonly observation: Observation; readonly ms: Milliseconds };

/**
 * Finds the bad windows of all contestants under each condition. With ten windows, counts of bad windows cannot be
 * compared, so the report lists them without a verdict (docs/adr/0042).
 *
 * @param metrics the percentiles of the typical windows
 */
export function badWindows(
  input: ScenarioInput,
  sampledOf: SampleFilesOf,
  metrics: readonly Metric[],
): BadWindow[] {
  return conditionsOf(input.observations).flatMap((condition) => {
    const percentile = (['p99', 'p90', 'p50'] as const).find((id) =>
      metrics.some(
        (one) => one.metric === `latency-${id}` && findMetric([one], one.contestant, one.metric, condition),
      ),
    );
    if (!percentile) return [];
    const { read } = percentileOf(input, `latency-${percentile}`, PERCENTILES[percentile], sampledOf);
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
              const neighbour = theirs.find((one) => isSameBlock(one.observation, observation));
              return id === contestant || !neighbour ? [] : [[id, neighbour.ms / usual(theirs)]];
            }),
          );
          return defined({
            contestant,
            condition,
            percentile,
            round,
            ms,
            others,
            tasks: tasksIn(observation, own),
          });
        }),
    );
  });
}

const usual = (own: readonly WindowReading[]): Milliseconds => median(own.map(({ ms }) => ms));

function tasksIn(observation: Observation, own: readonly WindowReading[]): number | undefined {
  const timeOf = ({ result }: Observation) => result.open?.computeMs ?? 0;
  const typical = median(own.map((one) => timeOf(one.observation)));
  return typical > 0 ? timeOf(observation) / typical : undefined;
}

const isSameBlock = (one: Observation, other: Observation): boolean =>
  one.block === other.block && one.trial === other.trial;

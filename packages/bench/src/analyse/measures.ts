import type { Cell, Comparison, Condition, Metric, Run, WindowResult } from '../model.ts';
import { location } from '../stats/location.ts';
import { compareRounds } from './compare-rounds.ts';
import { byRound, conditionsOf, type Observation } from './observations.ts';

/** A number that a window has, or has not. */
export type Measure = {
  readonly metric: string;
  readonly unit: string;
  readonly of: (window: WindowResult, cell: Cell) => number | undefined;
  /** Counts and differences may be 0; a rate or a time of 0 is no measurement. */
  readonly zero?: boolean;
};

/** Verified answers per second of a closed loop. */
export const throughput: Measure = {
  metric: 'throughput',
  unit: 'req/s',
  of: ({ load }) => (load && load.seconds > 0 ? load.answers / load.seconds : undefined),
};

/** Who may have windows: the contestants, and the variants that stand beside them. */
export const subjectsOf = ({ manifest }: Run): string[] =>
  [...manifest.contestants, ...(manifest.variants ?? [])].map(({ id }) => id);

/** Each measure of each subject under each condition, located over the rounds, which go along. */
export function measureAll(run: Run, found: readonly Observation[], measures: readonly Measure[]): Metric[] {
  return conditionsOf(found).flatMap((condition) =>
    subjectsOf(run).flatMap((contestant) =>
      measures.flatMap(({ metric, unit, of, zero }) => {
        const rounds = byRound(found, { contestant, condition }, of, { zero: zero ?? false });
        return metricOver({ contestant, metric, unit, condition }, rounds);
      }),
    ),
  );
}

/** A metric over rounds, or none where no round has it. */
export function metricOver(
  shared: Pick<Metric, 'contestant' | 'metric' | 'unit' | 'condition'>,
  rounds: ReadonlyMap<number, number>,
): Metric[] {
  const values = [...rounds.values()];
  return values.length > 0 ? [{ ...shared, ...location(values), rounds: values }] : [];
}

/** What a comparison needs beside the measure. */
export type Compared = Measure & {
  /** Ratio − 1 that does not matter. */
  readonly margin: number;
  readonly higherIsBetter: boolean;
};

/** Every subject against the baseline under each condition, one family per condition. */
export const compareAll = (run: Run, found: readonly Observation[], compared: Compared): Comparison[] =>
  conditionsOf(found).flatMap((condition) => compareUnder(run, found, compared, condition));

function compareUnder(
  run: Run,
  found: readonly Observation[],
  { metric, of, margin, higherIsBetter }: Compared,
  condition: Condition,
): Comparison[] {
  const { baseline } = run.manifest;
  const rounds = (contestant: string) => byRound(found, { contestant, condition }, of);
  const others = subjectsOf(run)
    .filter((id) => id !== baseline)
    .map((id) => ({ id, values: rounds(id) }))
    .filter(({ values }) => values.size > 0);
  return compareRounds(rounds(baseline), others, { metric, condition, baseline, margin, higherIsBetter });
}

/** How a scenario was measured, and the lines of `trials.ndjson` that it was read from. */
export function settingOf(found: readonly Observation[]) {
  const [first] = found;
  const names = (of: (observation: Observation) => string) => [...new Set(found.map(of))].sort().join(', ');
  return {
    seconds: first?.window.load?.seconds ?? first?.window.open?.seconds ?? 0,
    rounds: new Set(found.map(({ cell }) => cell.round)).size,
    trials: names(({ cell }) => `${cell.scenario}/*/*`),
    windows: names(({ window }) => window.window),
  };
}

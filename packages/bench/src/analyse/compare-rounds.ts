import type { Comparison, Condition } from '../model.ts';
import { compareWithBaseline } from '../stats/compare.ts';
import type { ByRound } from './observations.ts';

export type ComparedMetric = {
  readonly metric: string;
  readonly condition: Condition;
  readonly baseline: string;
  readonly margin: number;
  readonly higherIsBetter: boolean;
};

type Arm = { readonly id: string; readonly values: ByRound };

/**
 * Compares contestants with the baseline, round by round, as one family (Holm). A contestant that lacks rounds of
 * the baseline's is compared by itself over those that it has, and takes nothing from the others' verdicts.
 */
export function compareRounds(base: ByRound, others: readonly Arm[], of: ComparedMetric): Comparison[] {
  const rounds = [...base.keys()];
  const isWhole = ({ values }: Arm) => rounds.every((round) => values.has(round));
  const families = [others.filter(isWhole), ...others.filter((arm) => !isWhole(arm)).map((arm) => [arm])];
  const compared = families.flatMap((family) => compareFamily(base, family, of));
  return others.flatMap(({ id }) => compared.filter(({ contestant }) => contestant === id));
}

function compareFamily(base: ByRound, family: readonly Arm[], of: ComparedMetric): Comparison[] {
  const common = [...base.keys()].filter((round) => family.every(({ values }) => values.has(round)));
  if (common.length === 0 || family.length === 0) return [];
  const at = (values: ByRound) => common.map((round) => values.get(round) ?? Number.NaN);
  const { metric, condition, baseline, margin, higherIsBetter } = of;
  const arms = family.map(({ id, values }) => ({ id, values: at(values) }));
  return compareWithBaseline(at(base), arms, { margin, higherIsBetter }).map(
    ({ id, ratio, p, verdict, mde, roundsNeeded }) => ({
      contestant: id,
      baseline,
      metric,
      condition,
      ratio,
      p,
      verdict,
      ...(mde !== undefined && { mde }),
      ...(roundsNeeded !== undefined && { roundsNeeded }),
    }),
  );
}

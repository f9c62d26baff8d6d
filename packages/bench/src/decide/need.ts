import { pairsUnder } from '../analyse/pairs.ts';
import type { Analysis, Comparison, Condition, MetricId, ScenarioAnalysis } from '../model.ts';
import { byComparisons, type Relate } from './relation.ts';

/** What one contestant has to show for a need. */
export type Figure = {
  readonly contestant: string;
  /** Never a bare number: `177 [162, 190]`. */
  readonly text: string;
};

/** What a run found about a need. */
export type Answer = {
  /** Under what it was measured: `saturated by 50 connections`. */
  readonly under: string;
  /** Of those that were measured, in the order of the contestants. */
  readonly figures: readonly Figure[];
  /** Of those that have none, by contestant: why. */
  readonly without?: Readonly<Record<string, string>>;
  readonly relate: Relate;
  /** The ratios behind it, where it was compared in pairs. */
  readonly pairs?: readonly Comparison[];
  /** Rounds; 0 where it was counted and not measured. */
  readonly n: number;
};

/**
 * Something that somebody may want of an endpoint, and how what a scenario found answers it. A need that was not
 * measured stays in the list and says so.
 */
export interface Need<A extends ScenarioAnalysis> {
  /** What `bench adr --need` calls it. */
  readonly id: string;
  /** As a row of the first screen: “most answers per second”. */
  readonly title: string;
  /** What the figures are, with their unit. */
  readonly figure: string;
  /** Where it stands among the others. */
  readonly order: number;
  /** Undefined where this run cannot tell. */
  answer(found: A, analysis: Analysis): Answer | undefined;
}

/** An answer's part that the pairs on one metric under one condition give. */
export function comparedBy(
  comparisons: readonly Comparison[],
  metric: MetricId,
  condition: Condition,
): Pick<Answer, 'relate' | 'pairs'> {
  const pairs = pairsUnder(comparisons, metric, condition);
  return { pairs, relate: byComparisons(pairs) };
}

/** Needs that no scenario measures yet: they are asked for, and the answer is that nobody knows from here. */
export const UNMEASURED = [
  {
    id: 'machines',
    title: 'growing past one machine',
    order: 95,
    why: '`pnpm bench run --scenarios distance` tells what the way between the parts costs, `pnpm bench scale` what follows for more workers',
  },
] as const;

/** Something that would change the answer, or might: one sentence each. */
export type Flip = {
  readonly about: string;
  /** What was found of it; absent where it was not measured. */
  readonly finding?: string;
  /** How to find out. */
  readonly command?: string;
};

import { firstLook, nextLook } from '@cpu-bound/stats/looks';
import { pairsAmong } from '@cpu-bound/stats/verdict';
import type { Analysis } from '../model/analysis.ts';
import type { NeedResult } from '../model/decision.ts';
import { ABSENCES } from '../model.ts';
import { amongMain } from './contestants.ts';
import type { AnyNeedSource } from './need.ts';
import type { Weights } from './rank.ts';
import { isCounted, isOpenRelation } from './standing.ts';

/** The reasons why a question is open, the weakest first. */
export const REASONS = [...ABSENCES, 'too few rounds', 'inconclusive'] as const;
export type Reason = (typeof REASONS)[number];

/** A question that a study has not answered, and the rounds until its next look. */
export type OpenQuestion = {
  readonly scenario: string;
  /** The reason why the question is open; absent if `--scenarios` named it, whether it is open or not. */
  readonly because?: Reason;
  /** The titles of the open needs. */
  readonly needs: readonly string[];
  readonly rounds: number;
  /**
   * True if the question is asked with all its conditions: it was never measured, or was measured with all of them.
   * Otherwise the profile decides.
   */
  readonly inFull: boolean;
};

/** An open need, and the number of rounds that could close it. */
type Open = { readonly need: NeedResult; readonly because: Reason; readonly rounds: number };

/**
 * Returns the questions that more rounds may answer, in the order in which the page needs them. Needs with a weight of
 * the reader come first. Needs without a figure follow, then those with too few rounds for a verdict, then those that
 * the last look left inconclusive. Among equals, the higher weight comes first, then the order of the page.
 * A need that is inconclusive after the last look stays so. A question that was asked with all its conditions and has
 * no figure is not open.
 */
export function openQuestions(
  analysis: Analysis,
  scenarios: readonly AnyNeedSource[],
  weights: Weights = {},
): OpenQuestion[] {
  const { needs } = analysis.decision;
  const weightOf = ({ need }: Open) => weights[need.id] ?? 0;
  return scenarios
    .flatMap((scenario) => {
      const open = (scenario.needs ?? []).flatMap(({ id }) => {
        const need = needs.find((result) => result.id === id);
        return (need && openOf(need, scenario.id, analysis)) ?? [];
      });
      if (open.length === 0) return [];
      const reason = Math.min(...open.map(({ because }) => REASONS.indexOf(because)));
      const weight = open.reduce((sum, closable) => sum + weightOf(closable), 0);
      const place = Math.min(...open.map(({ need }) => needs.indexOf(need)));
      return [
        {
          order: [weight > 0 ? 0 : 1, reason, -weight, place],
          question: ofOpen(scenario.id, open, analysis),
        },
      ];
    })
    .sort((a, b) => compareInOrder(a.order, b.order))
    .map(({ question }) => question);
}

/** Returns a question by its name, open or not, with the rounds until its next look. */
export function questionNamed(
  scenario: string,
  analysis: Analysis,
  scenarios: readonly AnyNeedSource[],
): OpenQuestion {
  const open = openQuestions(analysis, scenarios).find((question) => question.scenario === scenario);
  if (open) return open;
  const pairs = pairsIn(analysis);
  const before = roundsOverParts(scenario, analysis);
  return {
    scenario,
    needs: [],
    rounds: (nextLook(before, pairs) ?? before + firstLook(pairs)) - before,
    inFull: before === 0 || wasAskedInFull(scenario, analysis),
  };
}

function ofOpen(scenario: string, open: readonly Open[], analysis: Analysis): OpenQuestion {
  const because = REASONS.find((reason) => open.some((need) => need.because === reason)) ?? 'inconclusive';
  const weakest = open.filter((need) => need.because === because);
  return {
    scenario,
    because,
    needs: open.map(({ need }) => need.title),
    rounds: Math.max(...weakest.map(({ rounds }) => rounds)),
    inFull: ABSENCES.some((absence) => absence === because) || wasAskedInFull(scenario, analysis),
  };
}

function openOf(need: NeedResult, scenario: string, analysis: Analysis): Open | undefined {
  const pairs = pairsIn(analysis);
  const { measured, absence = 'not measured' } = need;
  if (!measured) {
    const isInVain = wasAskedInFull(scenario, analysis) && cameToNothing(scenario, analysis);
    return isInVain ? undefined : { need, because: absence, rounds: firstLook(pairs) };
  }
  if (!isCounted(need) || !need.pairs.some(({ relation }) => isOpenRelation(relation))) return undefined;
  const { n, enough } = measured;
  const first = enough ?? firstLook(pairs);
  if (n < first) return { need, because: 'too few rounds', rounds: first - n };
  const next = enough === undefined ? nextLook(n, pairs) : undefined;
  return next === undefined ? undefined : { need, because: 'inconclusive', rounds: next - n };
}

/** The number of pairs among the main contestants, for which the intervals hold at once; at least one. */
const pairsIn = (analysis: Analysis): number =>
  Math.max(1, pairsAmong(amongMain(analysis).contestants.length));

const roundsOverParts = (scenario: string, { run }: Analysis): number =>
  (run.parts ?? []).reduce((sum, { questions }) => sum + (questions[scenario] ?? 0), 0);

const wasAskedInFull = (scenario: string, { run }: Analysis): boolean =>
  (run.parts ?? []).some(({ inFull, questions }) => inFull && scenario in questions);

/**
 * Returns true if a question has rounds without a figure, or cannot be asked here. A question that was cut short before
 * its first round is open.
 */
const cameToNothing = (scenario: string, analysis: Analysis): boolean =>
  roundsOverParts(scenario, analysis) > 0 ||
  (analysis.leftOut ?? []).some((omission) => omission.scenario === scenario);

function compareInOrder(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

import type { Analysis, ScenarioAnalysis } from '../model.ts';
import type { AnyScenario } from '../scenarios/scenario.ts';
import { doubtsOf } from './doubts.ts';
import { type Answer, type Flip, type Need, UNMEASURED } from './need.ts';
import { type Score, scoresOf } from './score.ts';
import { type Standing, standingOf, tells } from './standing.ts';

/** A need, and what this run says of it. */
export type Row = {
  readonly id: string;
  readonly title: string;
  readonly figure: string;
  readonly weight: number;
  /** Absent where nothing was found; then `why` says why. */
  readonly answer?: Answer & { readonly standing: Standing };
  readonly why?: string;
  /** It was measured, and nothing could be told of it. */
  readonly late?: true;
};

/** What comes of a run for somebody with these needs. */
export type Outcome =
  /** `firm` where nothing that is open could put another first. */
  | {
      readonly kind: 'chosen';
      readonly option: string;
      readonly firm: boolean;
      readonly rivals: readonly string[];
    }
  | { readonly kind: 'tie'; readonly options: readonly string[] }
  | { readonly kind: 'none'; readonly why: string };

export type Decision = {
  readonly rows: readonly Row[];
  /** By what was measured, the best first. */
  readonly scores: readonly Score[];
  readonly outcome: Outcome;
  /** What speaks against believing the run. */
  readonly doubts: readonly string[];
  readonly flips: readonly Flip[];
};

/** Needs by id, each with its weight; those that are not named do not count. */
export type Weights = Readonly<Record<string, number>>;

/**
 * Analysis → decision, by rules alone: the same for the page, the terminal and the ADR.
 *
 * @param weights absent: all needs alike
 */
export function decide(analysis: Analysis, scenarios: readonly AnyScenario[], weights?: Weights): Decision {
  const rows = rowsOf(analysis, scenarios).map((row) => ({
    ...row,
    weight: weights ? (weights[row.id] ?? 0) : 1,
  }));
  const doubts = doubtsOf(analysis);
  const options = analysis.contestants.map(({ id }) => id);
  const scores = scoresOf(options, rows);
  return {
    rows,
    scores,
    outcome:
      doubts.length > 0 ? { kind: 'none', why: 'this run is not to be decided by' } : outcomeOf(rows, scores),
    doubts,
    flips: scenarios.flatMap((scenario) => scenario.flips?.(analysis.scenarios[scenario.id], analysis) ?? []),
  };
}

/** Every need that there is, answered or not. */
export function rowsOf(analysis: Analysis, scenarios: readonly AnyScenario[]): Omit<Row, 'weight'>[] {
  const measured = scenarios.flatMap((scenario) =>
    (scenario.needs ?? []).map((need) => ({ order: need.order, row: rowOf(need, scenario.id, analysis) })),
  );
  const others = UNMEASURED.map(({ order, why, ...rest }) => ({ order, row: { ...rest, figure: '', why } }));
  return [...measured, ...others].sort((a, b) => a.order - b.order).map(({ row }) => row);
}

function rowOf(need: Need<ScenarioAnalysis>, scenario: string, analysis: Analysis): Omit<Row, 'weight'> {
  const { id, title, figure } = need;
  const found = analysis.scenarios[scenario];
  const answer = found && need.answer(found, analysis);
  const isAnswered = answer && answer.figures.length > 0;
  if (!isAnswered && found?.metrics.some(({ metric }) => metric === 'send-lag')) {
    const why =
      'the requests left too late to tell: the load generator had too little of a core; measure with another core, or less beside it';
    return { id, title, figure, why, late: true };
  }
  if (!isAnswered) return { id, title, figure, why: `pnpm bench run --scenarios ${scenario}` };
  const measured = answer.figures.map(({ contestant }) => contestant);
  return { id, title, figure, answer: { ...answer, standing: standingOf(measured, answer.relate) } };
}

function outcomeOf(rows: readonly Row[], scores: readonly Score[]): Outcome {
  const wanted = rows.filter(({ weight }) => weight > 0);
  const known = wanted.filter(({ answer }) => answer && tells(answer.standing));
  if (scores.length < 2) return { kind: 'none', why: 'only one strategy took part' };
  if (known.length === 0)
    return { kind: 'none', why: 'nothing that is wanted was measured by enough rounds for a verdict' };
  const [first] = scores;
  if (!first) return { kind: 'none', why: 'nobody took part' };
  const leaders = scores.filter(({ score }) => Math.abs(score - first.score) < 1e-9);
  if (leaders.length > 1) return { kind: 'tie', options: leaders.map(({ option }) => option) };
  const rivals = scores
    .filter(({ option }) => option !== first.option && first.leastAgainst(option) <= 0)
    .map(({ option }) => option);
  return { kind: 'chosen', option: first.option, firm: rivals.length === 0, rivals };
}

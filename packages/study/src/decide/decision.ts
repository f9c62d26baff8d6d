import { type BlockValues, runLike, smallestFound, tablesOf } from '@cpu-bound/stats/detection';
import { mean, quantile } from '@cpu-bound/stats/moments';
import type { Verdict } from '@cpu-bound/stats/verdict';
import { inverse, pairsAmong } from '@cpu-bound/stats/verdict';
import { findMetric, pairOf } from '../analyse/look-up.ts';
import type { Analysis, Comparison, Metric, ScenarioAnalysis, Undecided } from '../model/analysis.ts';
import type {
  Absence,
  Cell,
  Decision,
  Flip,
  NeedResult,
  PairRelation,
  Resolution,
  Standing,
} from '../model/decision.ts';
import { familiesOf, GROUPS, isCount, kindOf } from '../model.ts';
import { amongMain, comparable, questionedIn, withOnly, wrongAnswers } from './contestants.ts';
import type { Answer, AnyNeedSource, Need } from './need.ts';
import { isCounted, relationIn, standingsOf } from './standing.ts';

/**
 * Adds the decision to the findings, by rules alone: among the main contestants if there are several, and among each of
 * them and its peers.
 */
export function decide(all: Undecided, sources: readonly AnyNeedSource[]): Analysis {
  const found = comparable(all);
  // A need that requests from a file cannot answer does not stay open.
  const questions = sources.filter(({ ofRequests }) => !found.run.workload.requests || ofRequests);
  const { main, families } = familiesOf(found.contestants);
  const decision = decisionIn(amongMain(found), questions);
  const ofFamily = (members: readonly { readonly id: string }[]): Decision => {
    const own = withOnly(
      found,
      members.map(({ id }) => id),
    );
    const { needs, ...rest } = decisionIn(own, questions);
    return { ...rest, needs: needs.filter(({ measured }) => measured) };
  };
  return {
    ...found,
    decision,
    families: Object.fromEntries(
      main.length < 2 ? [] : families.map(({ main, members }) => [main.id, ofFamily(members)]),
    ),
    flips: flipsOf(amongMain(found), questions),
  };
}

/** A contestant with wrong answers has no figures. One whose figures are questioned has figures, and is no option. */
function decisionIn(undecided: Undecided, questions: readonly AnyNeedSource[]): Decision {
  const wrong = wrongAnswers(undecided);
  const shown = undecided.contestants.map(({ id }) => id).filter((id) => !wrong.includes(id));
  const analysis = withOnly(undecided, shown);
  const questioned = questionedIn(analysis);
  const options = shown.filter((id) => !questioned.includes(id));
  const measured = questions.flatMap((question) =>
    (question.needs ?? []).map((need) => ({
      order: need.order,
      result: resultOf(need, question.id, analysis),
      isListed: !need.onlyIfMeasured,
    })),
  );
  const needs = measured
    .filter(({ result, isListed }) => isListed || result.measured)
    .sort((a, b) => groupOrder(a.result) - groupOrder(b.result) || a.order - b.order)
    .map(({ result }) => result);
  return { options, needs, undominated: undominatedOf(options, needs) };
}

const groupOrder = ({ group }: NeedResult) => GROUPS.indexOf(group);

const flipsOf = (analysis: Undecided, questions: readonly AnyNeedSource[]): Flip[] =>
  questions.flatMap((question) => question.flips?.(analysis.scenarios[question.id], analysis) ?? []);

const unmeasured = (
  need: Omit<NeedResult, 'pairs' | 'standings'>,
  options: readonly string[],
): NeedResult => ({
  ...need,
  pairs: [],
  standings: Object.fromEntries(options.map((id) => [id, { kind: 'not-measured' }])),
});

const LATE =
  'the requests left too late for a figure: the load generator had too little of a core; measure with another core, or with less beside it';

function resultOf(need: Need<ScenarioAnalysis>, question: string, analysis: Undecided): NeedResult {
  const { order: _order, answer: _answer, onlyIfMeasured: _only, resolves, ...named } = need;
  const about = { ...named, question };
  const options = analysis.contestants.map(({ id }) => id);
  const found = analysis.scenarios[question];
  const answer = found && need.answer(found, analysis);
  if (!answer || isEmpty(answer)) {
    const isLate = found?.metrics.some(({ metric }) => metric === 'send-lag');
    const absent = { ...about, absence: absenceOf(question, analysis) };
    return unmeasured(isLate ? { ...absent, why: LATE } : absent, options);
  }
  const {
    without = {},
    overloaded = [],
    relate: _relate,
    pairs: _pairs,
    uncounted: unlike,
    title = about.title,
    ...figures
  } = answer;
  const questioned = questionedIn(analysis);
  const measured = options.filter((id) => overloaded.includes(id) || isCompared(figures.cells[id]));
  const compared = measured.filter((id) => !questioned.includes(id));
  const pairs = pairsOf(compared, answer);
  const standings = standingsOf(compared, pairs, overloaded);
  const uncounted = about.uncounted ?? unlike;
  const resolution = resolves === undefined ? undefined : resolutionOf(answer.pairs ?? [], compared, found);
  return {
    ...about,
    title,
    uncounted,
    measured: figures,
    pairs,
    standings: Object.fromEntries(
      options.map((id): [string, Standing] => {
        const why = without[id];
        if (questioned.includes(id) && measured.includes(id)) return [id, { kind: 'questioned' }];
        return [id, standings[id] ?? { kind: 'not-measured', why }];
      }),
    ),
    resolution: resolves === undefined || !resolution ? undefined : { what: resolves, ...resolution },
  };
}

/** An interrupted run has questions that it did not ask; an analysis older than studies does not say which. */
function absenceOf(question: string, { run, scenarios: found }: Undecided): Absence {
  if (!(question in found)) return 'not measured';
  const isAsked = run.parts?.some(
    ({ questions, inVain }) => (questions[question] ?? 0) > 0 || inVain?.includes(question),
  );
  return (isAsked ?? true) ? 'no figure' : 'not measured';
}

const isEmpty = ({ cells, overloaded = [] }: Answer): boolean =>
  Object.keys(cells).length + overloaded.length === 0;

/** A contestant whose worker ended by other means has a figure, and is compared with none. */
const isCompared = (cell: Cell | undefined): boolean =>
  cell !== undefined && !(isCount(cell) && cell.apart !== undefined);

/** Returns each pair once. */
const pairsOf = (compared: readonly string[], answer: Answer): PairRelation[] =>
  compared.flatMap((other, index) =>
    compared.slice(0, index).map((one): PairRelation => {
      const pair = pairOf(answer.pairs ?? [], one, other);
      const ratio = pair && (kindOf(pair.metric).better === 'lower' ? inverse(pair.ratio) : pair.ratio);
      const relation = relationOf(one, other, answer);
      return { one, other, relation, ratio };
    }),
  );

function relationOf(one: string, other: string, { overloaded = [], relate }: Answer): Verdict {
  const [isOver, isOther] = [overloaded.includes(one), overloaded.includes(other)];
  if (isOver && isOther) return 'equivalent';
  if (isOver !== isOther) return isOver ? 'worse' : 'better';
  return relate(one, other) ?? 'not-judged';
}

/**
 * Returns the options that no other dominates. An option dominates another if it was shown to be better or equivalent
 * in each counted need that compares both, and better in one. An open comparison shows nothing.
 */
function undominatedOf(options: readonly string[], needs: readonly NeedResult[]): string[] {
  const counted = needs.filter(isCounted);
  const dominates = (one: string, other: string) => {
    const relations = counted
      .filter(({ pairs }) => pairs.some((pair) => pair.one === other || pair.other === other))
      .map(({ pairs }) => relationIn(pairs, one, other));
    return (
      relations.includes('better') && relations.every((each) => each === 'better' || each === 'equivalent')
    );
  };
  return options.filter((id) => !options.some((other) => other !== id && dominates(other, id)));
}

/** A decision is made often, and “half” and “19 of 20” need no more. */
const SIMULATED = 100;

/**
 * Returns the ratios that runs like this one find, by the simulation of the self-check: from the scatter of all compared
 * contestants, in this run's rounds and blocks. It promises nothing to a run on a machine that scatters otherwise.
 *
 * @param pairs the pairs of one metric under one condition
 * @returns undefined before a look, or if the rounds of the contestants have nothing in common
 */
export function resolutionOf(
  [pair]: readonly Comparison[],
  contestants: readonly string[],
  { metrics }: ScenarioAnalysis,
): Resolution | undefined {
  if (!pair || contestants.length < 2) return undefined;
  const arms = contestants.flatMap((id) => findMetric(metrics, id, pair.metric, pair.condition) ?? []);
  const run = runLike([tablesOf(arms.map(valuesOf))]);
  const family = pairsAmong(contestants.length);
  const found = run ? smallestFound(run, { family, seed: 'resolution', simulated: SIMULATED }) : [];
  return found.length === 0 ? undefined : { byHalf: quantile(found, 0.5), by19of20: quantile(found, 0.95) };
}

/** Returns the values of a metric by round and block. A percentile has one value a round, as in its ratios. */
function valuesOf({ blocks, windows }: Metric): BlockValues {
  const rounds = Map.groupBy(windows?.each ?? [], ({ round }) => `${round}`);
  return (
    blocks ??
    Object.fromEntries(
      [...rounds].map(([round, each]) => [
        round,
        { all: Math.exp(mean(each.map(({ fromDue }) => Math.log(fromDue)))) },
      ]),
    )
  );
}

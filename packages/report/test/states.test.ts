import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { openQuestions } from '@cpu-bound/study/decide/questions';
import { rank } from '@cpu-bound/study/decide/rank';
import { isCounted, isUnjudged } from '@cpu-bound/study/decide/standing';
import { type Analysis, isCount, type NeedResult } from '@cpu-bound/study/model';
import fc from 'fast-check';
import { recordOf, renderAdr } from '../src/adr/render.ts';
import { changesBetween } from '../src/changes/changes.ts';
import { eachMeasured } from '../src/question.ts';
import { assertCasesAgree } from './case/agreeing-cases.ts';
import { assertConsistent } from './consistent.ts';
import { type Cut, cutAnalysis, cuts } from './cut-analyses.ts';

/** The first look of three contestants, and of two. */
const LOOK = 10;

/** Needs whose relations are those of counts or of code, and not of ratios or medians. */
const isOfCounts = ({ measured }: NeedResult) =>
  Object.values(measured?.cells ?? {}).some((cell) => isCount(cell) || cell.kind === 'parts');

const measuredIn = ({ decision }: Analysis) => decision.needs.filter(({ measured }) => measured);
const verdictSentences = (analysis: Analysis): string[] =>
  eachMeasured(questions, analysis, (question, found) =>
    question
      .section(found, { analysis, chart: () => '' })
      .says.filter((text): text is string => typeof text === 'string'),
  )
    .flat()
    .filter((text) =>
      /is first|equivalent|behind|no difference was shown|better|worse|more throughput/.test(text),
    );

/** Sixty cuts, other ones each time, which all tests share: a decision takes most of the time. */
const sample = fc.sample(cuts, 60).map((cut) => [cut, cutAnalysis(cut)] as const);

/** Asserts something of each cut, and names the cut of which it does not hold. */
function forEachCut(holds: (analysis: Analysis, cut: Cut) => void): void {
  for (const [cut, analysis] of sample)
    try {
      holds(analysis, cut);
    } catch (error) {
      throw new Error(`a cut run contradicts itself: ${JSON.stringify(cut)}`, { cause: error });
    }
}

describe('a run that is cut in any way', () => {
  it('has one state for each figure in table, terminal, picture, record and JSON', () =>
    forEachCut((analysis) => assertConsistent(analysis)));

  it('answers any case with one state for each strategy at the terminal, in the browser and in JSON', () =>
    forEachCut((analysis) => assertCasesAgree(analysis)));

  it('judges no ratio and no median before a look, in no medium', () =>
    forEachCut((analysis, { rounds }) => {
      if (rounds >= LOOK) return;
      for (const need of measuredIn(analysis).filter((one) => !isOfCounts(one) && isCounted(one))) {
        const isOver = (id: string) => need.standings[id]?.kind === 'overloaded';
        for (const { one, other, relation } of need.pairs)
          if (!isOver(one) && !isOver(other)) assert.equal(relation, 'not-judged', need.id);
        assert.ok(
          Object.values(need.standings).every(({ kind }) => !['equivalent', 'behind'].includes(kind)),
          need.id,
        );
      }
      for (const scenario of Object.values(analysis.scenarios))
        assert.ok(scenario.comparisons.every(({ verdict }) => verdict === 'not-judged'));
      assert.deepEqual(verdictSentences(analysis), []);
      assert.ok(changesBetween(analysis, analysis, 0.05).every(({ verdict }) => verdict === 'not-judged'));
    }));

  it('compares whoever is questioned nowhere, and shows the figures', () =>
    forEachCut((analysis, { questioned, without }) => {
      if (questioned === undefined || questioned === without) return;
      const { decision, scenarios } = analysis;
      const names = (pair: { readonly contestant: string; readonly against: string }) =>
        [pair.contestant, pair.against].includes(questioned);
      assert.ok(Object.values(scenarios).every(({ comparisons }) => !comparisons.some(names)));
      assert.ok(
        decision.needs.every(({ pairs }) =>
          pairs.every((pair) => ![pair.one, pair.other].includes(questioned)),
        ),
      );
      assert.ok(!decision.options.includes(questioned));
      for (const { standings } of decision.needs)
        assert.ok(['questioned', 'not-measured'].includes(standings[questioned]?.kind ?? ''));
      assert.ok(measuredIn(analysis).some(({ measured }) => measured?.cells[questioned]));
      for (const text of verdictSentences(analysis))
        assert.doesNotMatch(text, new RegExp(`\\b${questioned}\\b`));
      const weights = Object.fromEntries(decision.needs.map(({ id }) => [id, 1]));
      assert.ok(!rank(decision, weights).places.some(({ option }) => option === questioned));
      assert.ok(!recordOf(analysis, weights).confirmation.outcome.includes(questioned));
      assert.ok(!changesBetween(analysis, analysis, 0.05).some(names));
    }));

  it('ranks, records and weighs by judged needs alone, and has the others apart', () =>
    forEachCut((analysis) => {
      const { decision } = analysis;
      const counted = measuredIn(analysis).filter(isCounted);
      const weights = Object.fromEntries(counted.map(({ id }) => [id, 1]));
      const ranking = rank(decision, weights);
      const open = counted.filter(isUnjudged);
      if (decision.options.length < 2) return;
      assert.deepEqual(
        ranking.open,
        open.map(({ id }) => id),
      );
      const judged = counted.filter((need) => !isUnjudged(need));
      const scores = ({ places }: typeof ranking) => places.map(({ option, score }) => [option, score]);
      assert.deepEqual(scores(ranking), scores(rank({ ...decision, needs: judged }, weights)));
      const record = counted.length > 0 ? renderAdr(analysis, weights) : '';
      for (const { title } of open) {
        assert.match(record, new RegExp(`Not judged yet, and in no score: [^.]*${title}`));
        assert.doesNotMatch(record, new RegExp(`(Good|Bad), because of [^.]*${title}:`));
      }
      // What more rounds could close is a question of its own: it is not said to show no difference.
      for (const { because, needs } of openQuestions(analysis, questions))
        if (because === 'inconclusive')
          assert.ok(!open.some(({ title }) => needs.length === 1 && needs.includes(title)));
    }));

  it('is led by whoever its verdicts say, at a look and beyond it, by the rounds of the look', () =>
    forEachCut((analysis, { rounds, wider }) => {
      if (rounds < LOOK) return;
      const throughput = analysis.decision.needs.find(({ id }) => id === 'throughput');
      for (const { ratio } of throughput?.pairs ?? []) assert.equal(ratio?.n, LOOK);
      for (const cell of Object.values(throughput?.measured?.cells ?? {}))
        assert.equal(cell.kind === 'number' && cell.value.n, rounds);
      const kinds = Object.values(throughput?.standings ?? {}).map(({ kind }) => kind);
      assert.ok(!kinds.includes('not-judged') || (throughput?.pairs.length ?? 0) === 0);
      // Nothing lies apart by a factor of five on either side: a look was taken, and it showed no difference.
      if (wider === 5 && throughput && throughput.pairs.length > 0)
        assert.ok(
          kinds.every((kind) => ['not-shown-behind', 'questioned'].includes(kind)),
          kinds.join(),
        );
    }));
});

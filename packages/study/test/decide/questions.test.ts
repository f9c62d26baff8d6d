import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { sound } from '@cpu-bound/questions/test/analysis';
import { openQuestions, questionNamed, REASONS } from '../../src/decide/questions.ts';
import type { Analysis } from '../../src/model/analysis.ts';
import type { NeedResult } from '../../src/model/decision.ts';
import type { StudyPart } from '../../src/model/run.ts';

const part = (questions: StudyPart['questions'], inFull = false): StudyPart => ({
  id: 'a',
  startedAt: '2026-01-31T08:00:00.000Z',
  command: 'npx -y pnpm@12 bench run',
  inFull,
  questions,
});

/** The sound analysis with other results for some needs. */
function withNeeds(
  change: (need: NeedResult) => NeedResult,
  parts: readonly StudyPart[] = sound.run.parts ?? [],
): Analysis {
  const needs = sound.decision.needs.map(change);
  return { ...sound, run: { ...sound.run, parts }, decision: { ...sound.decision, needs } };
}

/** A need with this number of rounds, in which all pairs have this relation. */
const measured = (
  need: NeedResult,
  n: number,
  relation: 'better' | 'inconclusive',
  enough?: number,
): NeedResult => ({
  ...need,
  measured: {
    under: '',
    n,
    cells: {},
    better: 'higher',
    ...(enough !== undefined && { enough }),
  },
  pairs: [{ one: 'single', other: 'cluster', relation }],
});
const everything = (n: number, relation: 'better' | 'inconclusive') => (need: NeedResult) =>
  measured(need, n, relation);
const asked = (questions: readonly { readonly scenario: string }[]) =>
  questions.map(({ scenario }) => scenario);
const own = questions.filter(({ needs = [] }) => needs.length > 0).map(({ id }) => id);
const open = (analysis: Analysis, weights = {}) => openQuestions(analysis, questions, weights);

describe('a study continues', () => {
  it('with each question whose needs have no figure, in the order of the page, until the first look', () => {
    const questions = open(sound);
    const missing = sound.decision.needs.filter(({ measured }) => !measured);
    assert.deepEqual(
      new Set(questions.flatMap(({ needs }) => needs)).isSupersetOf(
        new Set(missing.map(({ title }) => title)),
      ),
      true,
    );
    const unmeasured = questions.filter(({ because }) => because === 'not measured');
    assert.ok(unmeasured.length > 3 && unmeasured.every(({ rounds, inFull }) => rounds === 10 && inFull));
    const reasons = questions.map(({ because }) => REASONS.indexOf(because ?? assert.fail()));
    assert.deepEqual(reasons, reasons.toSorted());
  });

  it('with no question if every need is answered', () => {
    assert.deepEqual(open(withNeeds(everything(10, 'better'))), []);
  });

  it('to twenty rounds, then to forty, if a need is inconclusive, and then stops', () => {
    const rounds = (n: number) => open(withNeeds(everything(n, 'inconclusive')))[0]?.rounds;
    assert.deepEqual([10, 13, 20, 39, 40, 55].map(rounds), [10, 7, 20, 1, undefined, undefined]);
  });

  it('to ten rounds if a verdict has too few, unless the need has no verdict', () => {
    const [first] = open(withNeeds(everything(7, 'inconclusive')));
    assert.deepEqual([first?.because, first?.rounds], ['too few rounds', 3]);
    assert.deepEqual(open(withNeeds(everything(7, 'better'))), []);
  });

  it('no further than rounds are useful: a need that five rounds decide stops at five', () => {
    const by = (n: number) =>
      open(
        withNeeds((need) =>
          need.question === 'isolation' ? measured(need, n, 'inconclusive', 5) : measured(need, 10, 'better'),
        ),
      );
    assert.deepEqual(asked(by(5)), []);
    assert.deepEqual([by(2)[0]?.scenario, by(2)[0]?.rounds], ['isolation', 3]);
  });

  it('first with the needs to which the reader gave a weight, whatever else is missing', () => {
    const analysis = withNeeds((need) =>
      need.id === 'throughput' ? measured(need, 10, 'inconclusive') : need,
    );
    assert.notEqual(asked(open(analysis))[0], 'capacity');
    assert.equal(asked(open(analysis, { throughput: 1 }))[0], 'capacity');
    const both = { restarts: 1, overload: 3 };
    assert.deepEqual(asked(open(sound, both)).slice(0, 2), ['overload', 'restart']);
  });

  it('without a question that was asked with all conditions and gave no figure', () => {
    const without = (questions: StudyPart['questions'], inFull: boolean) =>
      asked(open(withNeeds((need) => need, [part(questions, inFull)])));
    assert.ok(without({ payload: 10 }, false).includes('payload'));
    assert.ok(!without({ payload: 10 }, true).includes('payload'));
    assert.ok(without({ payload: 0 }, true).includes('payload'), 'it was cut short before its first round');
  });

  it('with the windows that measured a question before, so that its rounds can be pooled', () => {
    const inFull = (wasInFull: boolean) =>
      open(withNeeds(everything(10, 'inconclusive'), [part({ latency: 10 }, wasInFull)])).find(
        ({ scenario }) => scenario === 'latency',
      )?.inFull;
    assert.deepEqual([inFull(false), inFull(true)], [false, true]);
  });
});

describe('a question by its name', () => {
  it('continues to its next look, whether it is open or not', () => {
    const analysis = withNeeds(everything(10, 'better'), [
      part(Object.fromEntries(own.map((id) => [id, 10]))),
    ]);
    const { rounds, inFull } = questionNamed('capacity', analysis, questions);
    assert.deepEqual([rounds, inFull], [10, false]);
  });

  it('is asked with all conditions if it was never asked, even if no need depends on it', () => {
    const { rounds, inFull } = questionNamed('task-size', sound, questions);
    assert.deepEqual([rounds, inFull], [10, true]);
  });
});

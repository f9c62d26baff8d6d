import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { everyQuestion } from '@cpu-bound/questions/test/every-question';
import { analyse } from '../../src/analyse/analyse.ts';
import { decide } from '../../src/decide/decision.ts';
import { openQuestions } from '../../src/decide/questions.ts';
import type { Run } from '../../src/model/run.ts';

const run = everyQuestion(1, undefined, ['capacity', 'latency']);
/** The same run if the machine had spoilt each of its windows. */
const spoilt: Run = {
  ...run,
  results: run.results.map((result) => ({
    ...result,
    blocks: result.blocks.map((block) => ({
      ...block,
      windows: [],
      voids: block.windows.map(({ subject }) => ({ subject, reasons: ['the clock jumped'] })),
    })),
  })),
};
const decided = (given: Run) => decide(analyse(given, questions), questions);
/** The states of a question's needs. */
const statesIn = (given: Run, question: string) =>
  new Set(decided(given).decision.needs.flatMap((need) => (need.question === question ? need.absence : [])));

describe('a need without a figure', () => {
  it('was not measured if the run did not ask its question, or ended before', () => {
    assert.deepEqual(statesIn(run, 'overload'), new Set(['not measured']));
    const stopped = statesIn({ ...run, results: [], interrupted: true }, 'capacity');
    assert.deepEqual(stopped, new Set(['not measured']));
  });

  it('has no figure if its question was asked, and no window was good', () => {
    for (const question of ['capacity', 'latency'])
      assert.deepEqual(statesIn(spoilt, question), new Set(['no figure']));
    const [reason] = openQuestions(decided(spoilt), questions).filter(
      ({ scenario }) => scenario === 'capacity',
    );
    assert.equal(reason?.because, 'no figure');
  });

  it('has neither state as soon as it has a figure', () =>
    assert.deepEqual(statesIn(run, 'capacity'), new Set([undefined])));
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { everyQuestion } from '@cpu-bound/questions/test/every-question';
import { seededRandom } from '@cpu-bound/stats/random';
import { analyse } from '../../src/analyse/analyse.ts';
import { decide } from '../../src/decide/decision.ts';
import type { Run } from '../../src/model/run.ts';

const ROUNDS = 10;
const asked = ['capacity', 'latency', 'responsiveness', 'cost', 'isolation', 'overload'];

/** Returns the same run, as if its rounds had been measured in another order. */
function inOrder(run: Run, rounds: readonly number[]): Run {
  const plan = run.manifest.plan.map((trial) => ({
    ...trial,
    round: rounds[trial.round - 1] ?? trial.round,
  }));
  return { ...run, manifest: { ...run.manifest, plan }, results: [...run.results].reverse() };
}

it('the verdicts at a look do not depend on the order in which rounds were measured', () => {
  const run = everyQuestion(ROUNDS, undefined, asked);
  const verdicts = (of: Run) =>
    decide(analyse(of, questions), questions).decision.needs.map(({ id, pairs, standings }) => ({
      id,
      relations: pairs.map(({ one, other, relation }) => [one, other, relation]),
      standings: Object.entries(standings).map(([strategy, { kind }]) => [strategy, kind]),
    }));
  const found = verdicts(run);
  assert.ok(found.some(({ relations }) => relations.some(([, , relation]) => relation !== 'inconclusive')));
  const random = seededRandom('orders');
  for (let order = 0; order < 2; order++) {
    const rounds = random.shuffle(Array.from({ length: ROUNDS }, (_, index) => index + 1));
    assert.deepEqual(verdicts(inOrder(run, rounds)), found, rounds.join());
  }
});

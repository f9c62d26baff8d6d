import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { analyse } from '../../src/analyse/analyse.ts';
import { doubtfulRun, doubtsAbout, type Machine, type Plant } from '../fixtures/doubtful-run.ts';

/** Returns the contestants with a figure of CPU time, and what the page's checks say of it. */
function found(plant: Plant, machine: Partial<Machine> = {}, rounds = 10) {
  const { scenarios, validity } = analyse(doubtfulRun(plant, 'honest', rounds, machine), questions);
  const metrics = Object.values(scenarios).flatMap((scenario) => scenario.metrics);
  return {
    withCpu: metrics.flatMap(({ metric, contestant }) => (metric === 'cpu-used' ? [contestant] : [])),
    said: validity.gates.flatMap(({ id, detail }) => (id === 'cpu-time' ? [detail] : [])),
  };
}

describe('the CPU time of a contestant', () => {
  for (const inFrames of [false, true])
    it(`is unknown, and has no figure, if processes that the bench does not know compute while it answers, in ${inFrames ? 'frames' : 'windows'}`, () => {
      const { withCpu, said } = found({ unknown: 0.8 }, { inFrames });
      assert.deepEqual(withCpu, ['single', 'cluster']);
      assert.equal(said.length, 1);
      assert.match(said[0] ?? '', /^the CPU time of threads is unknown, and has no figure: /);
    });

  it('is known where the rounds are too few to tell unknown processes from other programs', () => {
    assert.deepEqual(found({ unknown: 0.8 }, {}, 5).said, []);
    assert.deepEqual(doubtsAbout({ unknown: 0.8 }, 'honest', 5), []);
  });

  it('is known on a machine on which other programs run while all are measured', () => {
    const all = ['single', 'cluster', 'threads'];
    for (const disturbed of [0, 0.5]) assert.deepEqual(found({}, { disturbed }), { withCpu: all, said: [] });
  });
});

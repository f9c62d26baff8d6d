import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseTargets, targetsInTurn } from '../../src/load/open/spec.ts';

const mix = [
  { label: 'small', path: '/small', weight: 0.95 },
  { label: 'large', path: '/large', weight: 0.05 },
];
const largeOf = (choices: Uint16Array) => choices.filter((choice) => choice === 1).length;

describe('the targets of a mixed load', () => {
  it('are chosen by their weights', () => {
    const large = largeOf(chooseTargets(mix, 20_000, 'seed'));
    assert.ok(large > 850 && large < 1_150, `${large} of some 1000`);
  });
  it('are the same for the same seed, and differ for another', () => {
    assert.deepEqual(chooseTargets(mix, 500, 'one'), chooseTargets(mix, 500, 'one'));
    assert.notDeepEqual(chooseTargets(mix, 500, 'one'), chooseTargets(mix, 500, 'other'));
  });
  it('are all the same if there is only one', () =>
    assert.deepEqual([...chooseTargets(mix.slice(0, 1), 3, 'seed')], [0, 0, 0]));
  it('need no weights that add up to 1', () => {
    const halves = mix.map((target) => ({ ...target, weight: 7 }));
    const large = largeOf(chooseTargets(halves, 2_000, 'seed'));
    assert.ok(large > 850 && large < 1_150, `${large} of some 1000`);
  });

  it('repeat in their order if the load asks for that', () =>
    assert.deepEqual([...targetsInTurn([...mix, ...mix].slice(0, 3), 5)], [0, 1, 2, 0, 1]));
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { profiles } from '../../src/config/profiles.ts';
import { HEADLINE_CLOSED } from '../../src/model.ts';
import { expectedOfBlock, expectedSeconds, expectedWithSpares } from '../../src/plan/expect.ts';
import { plan } from '../../src/plan/plan.ts';
import { sparesOf, sparesThatFit, withSpares } from '../../src/plan/spare-blocks.ts';
import { config } from '../fixtures/config.ts';

const capacity = questions.filter(({ id }) => id === 'capacity');
const given = config({ promisedSeconds: 600, profile: { ...profiles.standard, spareBlocks: 10 } });
const trials = plan(given, capacity).filter(({ filler }) => !filler);
const [first, second] = trials;
assert.ok(first && second);
const [spare] = sparesOf(second);
assert.ok(spare);

describe('the spare blocks of a sitting', () => {
  it('are further blocks of the headline’s closed loop without the twin, in each round but the first', () => {
    assert.deepEqual(sparesOf(first), []);
    for (const trial of trials.slice(1)) {
      const spares = sparesOf(trial);
      assert.equal(spares.length, given.profile.spareBlocks);
      for (const { window, order } of spares) {
        assert.deepEqual([window.id, window.questions], [HEADLINE_CLOSED, ['capacity']]);
        assert.deepEqual(order.toSorted(), ['cluster', 'queue', 'single', 'threads']);
      }
    }
  });

  it('are not planned if no time was promised, and not counted before the run', () => {
    assert.deepEqual(plan(config(), capacity).flatMap(sparesOf), []);
    assert.equal(
      expectedSeconds(second, given.profile),
      expectedWithSpares(withSpares(second, 0), given.profile),
    );
  });

  it('lie between the other blocks', () => {
    const places = trials
      .slice(1)
      .map(({ blocks }) => blocks.findIndex((block) => block.spare === undefined));
    const last = trials
      .slice(1)
      .map(({ blocks }) => blocks.findLastIndex((block) => block.spare === undefined));
    assert.deepEqual(new Set(places), new Set([0]), 'the first block sets the rates');
    assert.ok(last.some((place) => place > 1));
  });

  it('are left out beyond a number', () => {
    const kept = withSpares(second, 3);
    assert.deepEqual(
      sparesOf(kept)
        .map(({ spare: index }) => index)
        .toSorted(),
      [1, 2, 3],
    );
    assert.equal(kept.blocks.length - 3, withSpares(second, 0).blocks.length);
  });
});

describe('the number of spare blocks for which there is time', () => {
  const each = expectedOfBlock(spare);
  const later = trials.slice(1);

  it('shares the time that is left over among all rounds to come', () => {
    assert.equal(sparesThatFit(later, later.length * 3.5 * each, 1), 3);
    assert.equal(sparesThatFit(later.slice(-1), 3.5 * each, 1), 3);
  });
  it('is smaller on a slower machine', () =>
    assert.equal(sparesThatFit(later, later.length * 3.5 * each, 2), 1));
  it('is at most that of the plan, and none without time, in the first round, or without a promised time', () => {
    assert.equal(sparesThatFit(later, 1e6, 1), given.profile.spareBlocks);
    assert.equal(sparesThatFit(later, Number.POSITIVE_INFINITY, 1), given.profile.spareBlocks);
    assert.equal(sparesThatFit(later, -5, 1), 0);
    assert.equal(sparesThatFit(trials, 1e6, 1), 0);
    assert.equal(sparesThatFit([], 1e6, 1), 0);
  });
});

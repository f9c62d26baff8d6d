import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Trial } from '../../src/model/plan.ts';
import { createPace, type PendingTrial, whatFits } from '../../src/run/schedule.ts';

const trial = (id: string, importance: number): Trial => ({
  id,
  round: 1,
  subjects: [],
  blocks: [],
  importance,
});
const remaining = fc
  .array(fc.record({ importance: fc.nat(4), expected: fc.integer({ min: 1, max: 50 }) }), { maxLength: 20 })
  .map((all) =>
    all.map(
      ({ importance, expected }, index): PendingTrial => ({
        trial: trial(String(index), importance),
        expected,
      }),
    ),
  );

describe('trials that fit into the time', () => {
  it('never take longer than the remaining time, and keep the order of the plan', () => {
    fc.assert(
      fc.property(remaining, fc.nat(500), (all, left) => {
        const fitting = whatFits(all, left);
        const took = all
          .filter((one) => fitting.includes(one.trial))
          .reduce((sum, { expected }) => sum + expected, 0);
        assert.ok(took <= left);
        const places = fitting.map((one) => all.findIndex((other) => other.trial === one));
        assert.deepEqual(
          places,
          places.toSorted((a, b) => a - b),
        );
      }),
    );
  });

  it('are all trials if there is enough time', () => {
    fc.assert(fc.property(remaining, (all) => assert.equal(whatFits(all, 1e6).length, all.length)));
  });

  it('exclude the least important, and among equals the last', () => {
    const all = [trial('a', 0), trial('b', 5), trial('c', 0), trial('d', 0)].map((one) => ({
      trial: one,
      expected: 10,
    }));
    const fitting = (left: number) => whatFits(all, left).map(({ id }) => id);
    assert.deepEqual(
      [fitting(20), fitting(35)],
      [
        ['a', 'c'],
        ['a', 'c', 'd'],
      ],
    );
  });
});

describe('the pace of a run', () => {
  it('equals the plan’s at first, and the measured one after many trials', () => {
    const pace = createPace();
    assert.equal(pace.factor, 1);
    for (let index = 0; index < 50; index++) pace.done(10, 15);
    assert.ok(pace.factor > 1.4 && pace.factor < 1.5);
  });
  it('does not double because of one slow trial', () => {
    const pace = createPace();
    pace.done(20, 60);
    assert.ok(pace.factor < 1.6);
  });
});

it('the tolerance applies to all trials together', () => {
  const all = [trial('a', 0), trial('b', 1), trial('c', 1)].map((one) => ({
    trial: one,
    expected: 10,
  }));
  const ids = (secondsLeft: number, tolerance: number) =>
    whatFits(all, secondsLeft, tolerance).map(({ id }) => id);
  assert.deepEqual([ids(14, 0), ids(18, 5)], [['a'], ['a', 'b']]);
  assert.deepEqual(
    [ids(34, 0), ids(34, 5)],
    [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ],
  );
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { schedule } from '../../../src/measure/load/open/schedule.ts';

const perSecond = fc.integer({ min: 1, max: 500 });
const seconds = fc.integer({ min: 1, max: 20 });
const seed = fc.string();
const ascending = (due: Float64Array) => due.every((at, index) => index === 0 || at >= (due[index - 1] ?? 0));

describe('Poisson arrivals', () => {
  it('are the same for the same seed', () => {
    fc.assert(
      fc.property(perSecond, seconds, seed, (rate, length, text) =>
        assert.deepEqual(schedule('poisson', rate, length, text), schedule('poisson', rate, length, text)),
      ),
      { numRuns: 30 },
    );
  });

  it('are others for another seed', () => {
    assert.notDeepEqual(schedule('poisson', 100, 2, 'one'), schedule('poisson', 100, 2, 'other'));
  });

  it('are ascending and inside the window', () => {
    fc.assert(
      fc.property(perSecond, seconds, seed, (rate, length, text) => {
        const due = schedule('poisson', rate, length, text);
        assert.ok(ascending(due));
        assert.ok(due.every((at) => at >= 0 && at < length * 1000));
      }),
      { numRuns: 30 },
    );
  });

  it('come at the wanted rate, within six standard deviations', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 500 }), seed, (rate, text) => {
        const expected = rate * 20;
        const { length } = schedule('poisson', rate, 20, text);
        assert.ok(Math.abs(length - expected) < 6 * Math.sqrt(expected), `${length} of ${expected}`);
      }),
      { numRuns: 30 },
    );
  });

  it('have gaps that scatter as much as they last', () => {
    const due = schedule('poisson', 100, 100, 'gaps');
    const gaps = [...due.subarray(1)].map((at, index) => at - (due[index] ?? 0));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
    assert.ok(Math.abs(Math.sqrt(variance) / mean - 1) < 0.1);
  });
});

describe('constant arrivals', () => {
  it('are equally far apart, from the start of the window', () => {
    assert.deepEqual([...schedule('constant', 4, 1, 'any')], [0, 250, 500, 750]);
  });

  it('are as many as rate times time, whatever the seed', () => {
    fc.assert(
      fc.property(perSecond, seconds, seed, (rate, length, text) => {
        const due = schedule('constant', rate, length, text);
        assert.ok(Math.abs(due.length - rate * length) <= 1);
        assert.ok(due.every((at, index) => Math.abs(at - (index * 1000) / rate) < 1e-6));
      }),
      { numRuns: 30 },
    );
  });
});

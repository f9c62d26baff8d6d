import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorsOf, type RateCell } from './simulated-rates.ts';

const WINDOWS = 300;
/** A mean of this many windows is within this many of its standard errors of the truth; seeds are fixed. */
const isUnbiased = ({ bias, spread }: { readonly bias: number; readonly spread: number }) =>
  Math.abs(bias) <= (3.5 * spread) / Math.sqrt(WINDOWS);

const cells: RateCell[] = [1, 4].flatMap((workers) =>
  [0, 0.5, 1].flatMap((cv) =>
    [{}, { stoppedAfter: 3 }, { renamesAfter: 8 }].map((kind) => ({
      workers,
      cv,
      length: 20.4,
      anyPhase: true,
      ...kind,
    })),
  ),
);

describe('answers ÷ time, in a window of twenty tasks that begins anywhere in one', () => {
  for (const cell of cells)
    it(`is unbiased for ${JSON.stringify(cell)}`, () => {
      const errors = errorsOf(cell, 'count', WINDOWS);
      assert.ok(isUnbiased(errors), JSON.stringify(errors));
    });

  it('spreads by at most half a task if tasks have one length', () => {
    const { spread } = errorsOf({ workers: 4, cv: 0, length: 20.4, anyPhase: true }, 'count', WINDOWS);
    assert.ok(spread < 0.5 / 20.4 + 0.002, `${spread}`);
  });
});

describe('what was not chosen', () => {
  it('is biased: a window that always begins at the same point of a task', () => {
    const { bias } = errorsOf({ workers: 1, cv: 0, length: 20.4, anyPhase: false }, 'count', WINDOWS);
    assert.ok(bias > 0.025, `${bias}`);
  });

  it('is biased: the rates of the workers that the service names', () => {
    const steady = { workers: 1, cv: 0, length: 20.4, anyPhase: true };
    const renamed = errorsOf({ ...steady, renamesAfter: 8 }, 'byWorker', WINDOWS);
    assert.ok(renamed.bias > 1, `three times its rate: ${renamed.bias}`);
    const stopped = errorsOf({ ...steady, stoppedAfter: 3 }, 'byWorker', WINDOWS);
    assert.ok(stopped.bias > 0.1, `${stopped.bias}`);
  });
});

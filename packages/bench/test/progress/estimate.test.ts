import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createEstimate } from '../../src/progress/estimate.ts';

/** A clock that goes only where it is told to. */
function fakeClock() {
  let ms = 5_000;
  return {
    now: () => ms,
    pass(seconds: number) {
      ms += seconds * 1000;
    },
  };
}

test('at first the time left is what the plan expects', () => {
  const { now } = fakeClock();
  assert.equal(createEstimate([10, 20, 30], now).secondsLeft(), 60);
});

test('a run that goes as planned has the planned rest left', () => {
  const { now, pass } = fakeClock();
  const estimate = createEstimate([10, 20, 30], now);
  pass(10);
  estimate.done(0);
  assert.ok(Math.abs(estimate.secondsLeft() - 50) < 1e-9);
  pass(20);
  estimate.done(1);
  assert.ok(Math.abs(estimate.secondsLeft() - 30) < 1e-9);
});

test('a run that is slower than planned has more left, but one slow trial does not double it', () => {
  const { now, pass } = fakeClock();
  const estimate = createEstimate(Array(10).fill(10), now);
  pass(20);
  estimate.done(0);
  assert.ok(estimate.secondsLeft() > 90 && estimate.secondsLeft() < 180);
});

test('after many trials what was seen outweighs the plan', () => {
  const { now, pass } = fakeClock();
  const estimate = createEstimate(Array(100).fill(10), now);
  for (let index = 0; index < 60; index++) {
    pass(5);
    estimate.done(index);
  }
  const left = estimate.secondsLeft();
  assert.ok(left > 200 && left < 230, `${left} s`);
});

test('there is never less than nothing left, and nothing after the last', () => {
  const durations = fc.array(fc.double({ min: 0.1, max: 60, noNaN: true }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(durations, fc.double({ min: 0, max: 3, noNaN: true }), (expected, slowness) => {
      const { now, pass } = fakeClock();
      const estimate = createEstimate(expected, now);
      for (const [index, seconds] of expected.entries()) {
        pass(seconds * slowness);
        estimate.done(index);
        assert.ok(estimate.secondsLeft() >= 0);
      }
      assert.equal(estimate.secondsLeft(), 0);
    }),
  );
});

test('an empty plan has nothing left', () => {
  assert.equal(createEstimate([], fakeClock().now).secondsLeft(), 0);
});

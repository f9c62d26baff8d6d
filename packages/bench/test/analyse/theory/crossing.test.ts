import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crossing } from '../../../src/analyse/theory/crossing.ts';

describe('the break-even', () => {
  it('lies where a ratio that is a power of the size passes 1', () => {
    // ratio = (x / 3)^0.5 is linear in log and log, so the interpolation is exact.
    const points = [0.1, 1, 10, 100].map((x) => ({ x, ratio: Math.sqrt(x / 3) }));
    assert.ok(Math.abs((crossing(points) ?? 0) - 3) < 1e-9);
  });
  it('does not depend on the order of the points', () => {
    const points = [10, 0.1, 100, 1].map((x) => ({ x, ratio: Math.sqrt(x / 3) }));
    assert.ok(Math.abs((crossing(points) ?? 0) - 3) < 1e-9);
  });
  it('is the last of several', () => {
    const ratios = [0.5, 2, 0.5, 2];
    const at = crossing(ratios.map((ratio, index) => ({ x: 10 ** index, ratio })));
    assert.ok(Math.abs((at ?? 0) - 10 ** 2.5) < 1e-9);
  });
  it('is not there for what is ahead everywhere', () =>
    assert.equal(crossing([1, 2].map((x) => ({ x, ratio: 1.5 }))), undefined));
  it('is not there for what is behind at the largest', () =>
    assert.equal(crossing([1.5, 0.9].map((ratio, index) => ({ x: index + 1, ratio }))), undefined));
  it('is not there without points', () => assert.equal(crossing([]), undefined));
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCapacities } from '../../../src/measure/run/capacities.ts';

describe('the capacity that loads are shares of', () => {
  it('is what was sustained, slow stretches included, each round as much as another', () => {
    const capacities = createCapacities();
    assert.equal(capacities.of('single'), undefined);
    for (const rate of [200, 200, 80]) capacities.add('single', 1, rate);
    assert.equal(capacities.of('single'), 160);
    capacities.add('single', 2, 200);
    assert.equal(capacities.of('single'), 180);
  });

  it('is that of the slowest once all are known', () => {
    const capacities = createCapacities();
    capacities.add('single', 1, 200);
    assert.equal(capacities.slowest(['single', 'cluster']), undefined);
    capacities.add('cluster', 1, 380);
    assert.equal(capacities.slowest(['single', 'cluster']), 200);
    assert.equal(capacities.slowest([]), undefined);
  });
});

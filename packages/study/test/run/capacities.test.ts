import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Window } from '../../src/model/plan.ts';
import { HEADLINE_CLOSED } from '../../src/model.ts';
import { createCapacities } from '../../src/run/capacities.ts';
import { closedWindow, loadResult } from '../fixtures/run.ts';

const closed: Window = { ...closedWindow(), id: HEADLINE_CLOSED };

const learning = () => {
  const capacities = createCapacities();
  return {
    capacities,
    saw(contestant: string, perSecond: number, { twin = false, window = closed } = {}) {
      const subject = { name: contestant, contestant, twin };
      capacities.learn(subject, window, { subject: contestant, load: loadResult(perSecond) });
    },
  };
};

describe('the throughput that sets the rates', () => {
  it('is the mean of all windows, including those that a stall slowed down', () => {
    const { capacities, saw } = learning();
    assert.equal(capacities.throughput('single'), undefined);
    for (const rate of [200, 200, 80]) saw('single', rate);
    assert.equal(capacities.throughput('single'), 160);
    saw('single', 200);
    assert.equal(capacities.throughput('single'), 170);
  });

  it('ignores the twin, and other windows', () => {
    const { capacities, saw } = learning();
    saw('single', 200);
    saw('single', 20, { twin: true });
    saw('single', 20, { window: { ...closed, id: 'another' } });
    assert.equal(capacities.throughput('single'), 200);
  });

  it('is known for the slowest and for the fastest when all are known', () => {
    const { capacities, saw } = learning();
    saw('single', 200);
    assert.equal(capacities.slowest(['single', 'cluster']), undefined);
    assert.equal(capacities.fastest(['single', 'cluster']), undefined);
    saw('cluster', 380);
    assert.equal(capacities.slowest(['single', 'cluster']), 200);
    assert.equal(capacities.fastest(['single', 'cluster']), 380);
    assert.equal(capacities.slowest([]), undefined);
  });
});

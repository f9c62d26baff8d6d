import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HEADLINE_CLOSED, type Window } from '../../src/model.ts';
import { createCapacities } from '../../src/run/capacities.ts';
import { closedWindow, loadResult } from '../fixtures/run.ts';

const closed: Window = { ...closedWindow(), id: HEADLINE_CLOSED };

const learning = () => {
  const capacities = createCapacities();
  return {
    capacities,
    saw(contestant: string, round: number, perSecond: number, { twin = false, window = closed } = {}) {
      const subject = { name: contestant, contestant, twin };
      capacities.learn({ round }, subject, window, { subject: contestant, load: loadResult(perSecond) });
    },
  };
};

describe('the throughput that rates are multiples of', () => {
  it('is the mean over rounds, slow stretches included, each round as much as another', () => {
    const { capacities, saw } = learning();
    assert.equal(capacities.throughput('single'), undefined);
    for (const rate of [200, 200, 80]) saw('single', 1, rate);
    assert.equal(capacities.throughput('single'), 160);
    saw('single', 2, 200);
    assert.equal(capacities.throughput('single'), 180);
  });

  it('learns nothing from the twin, nor from another window', () => {
    const { capacities, saw } = learning();
    saw('single', 1, 200);
    saw('single', 1, 20, { twin: true });
    saw('single', 1, 20, { window: { ...closed, id: 'another' } });
    assert.equal(capacities.throughput('single'), 200);
  });

  it('is that of the slowest and of the fastest once all are known', () => {
    const { capacities, saw } = learning();
    saw('single', 1, 200);
    assert.equal(capacities.slowest(['single', 'cluster']), undefined);
    assert.equal(capacities.fastest(['single', 'cluster']), undefined);
    saw('cluster', 1, 380);
    assert.equal(capacities.slowest(['single', 'cluster']), 200);
    assert.equal(capacities.fastest(['single', 'cluster']), 380);
    assert.equal(capacities.slowest([]), undefined);
  });
});

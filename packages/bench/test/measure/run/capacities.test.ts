import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openLoad } from '../../../src/measure/plan/windows.ts';
import { createCapacities } from '../../../src/measure/run/capacities.ts';
import { HEADLINE_CLOSED, type OpenLoad, type Window } from '../../../src/model.ts';
import { closedWindow, headline, loadResult, openResult } from '../../fixtures/run.ts';

const learning = () => {
  const capacities = createCapacities(headline.input);
  const subject = (contestant: string) => ({ name: contestant, contestant, twin: false });
  const closed: Window = { ...closedWindow(), id: HEADLINE_CLOSED };
  return {
    capacities,
    saturated(contestant: string, round: number, perSecond: number, computeMs = 5) {
      const load = { ...loadResult(perSecond), computeMs };
      capacities.learn({ round }, subject(contestant), closed, { subject: contestant, load });
    },
    open(contestant: string, round: number, computeMs: number, changes: Partial<OpenLoad> = {}) {
      const load = { ...openLoad(headline.input, 0.8), ...changes };
      const open = { ...openResult({ computeMs }), samples: '', lags: '', capacity: 1 };
      const window: Window = { ...closed, id: 'open', load };
      capacities.learn({ round }, subject(contestant), window, { subject: contestant, open });
    },
  };
};

describe('the capacity that loads are shares of', () => {
  it('is what was sustained, slow stretches included, each round as much as another', () => {
    const { capacities, saturated } = learning();
    assert.equal(capacities.sustained('single'), undefined);
    for (const rate of [200, 200, 80]) saturated('single', 1, rate);
    assert.equal(capacities.sustained('single'), 160);
    saturated('single', 2, 200);
    assert.equal(capacities.sustained('single'), 180);
  });

  it('is less where tasks compute for longer in the open loops than when saturated', () => {
    const { capacities, saturated, open } = learning();
    saturated('single', 1, 200);
    open('single', 1, 6);
    open('single', 1, 4);
    open('single', 2, 7.5);
    assert.equal(capacities.sustained('single'), 160); // five in six and a quarter
    assert.equal(capacities.saturated('single'), 200);
  });

  it('is what saturated loops said where nothing tells what it computed for', () => {
    const { capacities, saturated, open } = learning();
    saturated('elsewhere', 1, 200, 0);
    open('elsewhere', 1, 0);
    assert.equal(capacities.sustained('elsewhere'), 200);
  });

  it('learns nothing from overloads, other tasks, the twin, or other numbers of workers', () => {
    const { capacities, saturated, open } = learning();
    saturated('single', 1, 200);
    open('single', 1, 50, { ofCapacity: 3 });
    open('single', 1, 50, { query: { upTo: '10' } });
    open('single', 1, 50, { of: 'core' });
    const twin = { name: 'single-twin', contestant: 'single', twin: true };
    capacities.learn(
      { round: 1 },
      twin,
      { ...closedWindow(), id: HEADLINE_CLOSED },
      { subject: twin.name, load: loadResult(20) },
    );
    const window: Window = { ...closedWindow(), id: 'open', load: openLoad(headline.input, 0.8) };
    const slow = { ...openResult({ computeMs: 50 }), samples: '', lags: '', capacity: 1 };
    const single = { name: 'single', contestant: 'single', twin: false };
    capacities.learn({ round: 1, changes: { workers: 4 } }, single, window, {
      subject: 'single',
      open: slow,
    });
    assert.equal(capacities.sustained('single'), 200);
  });

  it('is that of the slowest once all are known', () => {
    const { capacities, saturated } = learning();
    saturated('single', 1, 200);
    assert.equal(capacities.slowest(['single', 'cluster']), undefined);
    saturated('cluster', 1, 380);
    assert.equal(capacities.slowest(['single', 'cluster']), 200);
    assert.equal(capacities.slowest([]), undefined);
  });
});

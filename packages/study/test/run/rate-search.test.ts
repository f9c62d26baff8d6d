import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openLoad } from '../../src/plan/windows.ts';
import { countLate, createCapacities, nextRate, stepOf } from '../../src/run/capacities.ts';
import { openResult } from '../fixtures/run.ts';

const load = openLoad({}, { load: 0.75, of: 'own' }, { within: 50 });

describe('the search for the largest rate within a target', () => {
  it('begins at a share of the throughput, and steps up while windows keep the target', () => {
    assert.equal(nextRate(undefined, load, 200), 150);
    assert.ok(Math.abs(nextRate({ perSecond: 150, kept: true }, load, 200) - 172.5) < 1e-9);
    assert.ok(Math.abs(nextRate({ perSecond: 150, kept: false }, load, 200) - 150 / 1.15) < 1e-9);
  });

  it('never offers the whole throughput', () =>
    assert.equal(nextRate({ perSecond: 190, kept: true }, load, 200), 198));

  it('counts a request that was refused or never answered, which has the timeout, as late', () =>
    assert.equal(countLate(load, [10, 49, 51, 10_000]), 2));

  it('goes on from the last window of the same contestant, and ignores the twin', () => {
    const capacities = createCapacities();
    const window = {
      id: 'within-50',
      questions: [],
      condition: { input: {}, setting: {} },
      seconds: 5,
      leadInSeconds: 1,
    };
    const files = { samples: '', lags: '', capacity: 200 };
    const result = { open: { ...openResult({ perSecond: 150, seconds: 5 }), ...files, late: 8 } };
    capacities.learn({ name: 'twin', contestant: 'single', twin: true }, window, {
      subject: 'twin',
      ...result,
    });
    assert.equal(capacities.lastStep('single', window), undefined);
    capacities.learn({ name: 'single', contestant: 'single', twin: false }, window, {
      subject: 'single',
      ...result,
    });
    assert.deepEqual(capacities.lastStep('single', window), stepOf(result));
    assert.equal(stepOf(result)?.kept, false); // 8 of 750
  });
});

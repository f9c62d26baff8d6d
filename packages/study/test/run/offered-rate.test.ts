import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OpenLoad, Window } from '../../src/model/plan.ts';
import type { WindowResult } from '../../src/model/results.ts';
import { HEADLINE_CLOSED } from '../../src/model.ts';
import { HIGH, LOW, openLoad } from '../../src/plan/windows.ts';
import { createCapacities } from '../../src/run/capacities.ts';
import { isOverloadedBy, sharedRate } from '../../src/run/open-task.ts';
import { config } from '../fixtures/config.ts';
import { closedWindow, loadResult, openResult } from '../fixtures/run.ts';

const closed: Window = { ...closedWindow(), id: HEADLINE_CLOSED };
const low: OpenLoad = openLoad({}, LOW);
const at = (id: string, load: OpenLoad): Window => ({ ...closedWindow(), id, load });

/** What the rounds so far have measured of two contestants. */
const after = (...rounds: readonly { readonly single: number; readonly cluster: number }[]) => {
  const capacities = createCapacities();
  const context = {
    capacities,
    dimensions: { kernelMs: {} },
    config: config({ sideBySide: true }),
  } as unknown as Parameters<typeof sharedRate>[3];
  const round = (answers: Readonly<Record<string, number>>) => {
    for (const [contestant, perSecond] of Object.entries(answers))
      capacities.learn({ name: contestant, contestant, twin: false }, closed, {
        subject: contestant,
        load: loadResult(perSecond),
      });
  };
  for (const answers of rounds) round(answers);
  return { capacities, context, round };
};

describe('a rate that is the same for all contestants', () => {
  it('has two digits, so that it can be typed', () => {
    const { context } = after({ single: 89.8, cluster: 173 });
    assert.equal(sharedRate({ id: 'low' }, low, 1, context), 45);
    assert.equal(sharedRate({ id: 'high' }, openLoad({}, HIGH), 1, context), 100);
    assert.equal(sharedRate({ id: 'fast' }, openLoad({}, HIGH), 30, context), 3100);
  });

  it('is that of the first round in all rounds, however the throughput wanders', () => {
    const { context, round } = after({ single: 89.8, cluster: 173 });
    assert.equal(sharedRate({ id: 'low' }, low, 1, context), 45);
    round({ single: 60, cluster: 150 });
    assert.equal(sharedRate({ id: 'low' }, low, 1, context), 45);
  });

  it('is that of the first part of a run that continues', () => {
    const { context, capacities } = after({ single: 89.8, cluster: 173 });
    const subject = { name: 'single', contestant: 'single', twin: false };
    capacities.learn(subject, at('low', low), {
      subject: 'single',
      open: openResult({ perSecond: 38.5 }),
    } as WindowResult);
    assert.equal(sharedRate({ id: 'low' }, low, 1, context), 38.5);
  });

  it('is not known before the throughput is', () =>
    assert.equal(sharedRate({ id: 'low' }, low, 1, after().context), undefined));

  it('overloads a contestant that it would keep busy for more than 90 % of its time, as it is offered', () => {
    const { context, round } = after({ single: 100, cluster: 200 });
    const high = openLoad({}, HIGH);
    assert.equal(sharedRate({ id: 'high' }, high, 1, context), 120);
    assert.ok(isOverloadedBy(at('high', high), 'single', context));
    assert.ok(!isOverloadedBy(at('high', high), 'cluster', context));
    for (let count = 0; count < 20; count++) round({ single: 140, cluster: 200 });
    assert.ok(!isOverloadedBy(at('high', high), 'single', context));
  });
});

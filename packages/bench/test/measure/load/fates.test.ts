import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  account,
  backlogOf,
  type Fate,
  latenciesOf,
  refusalsOf,
  timelineOf,
} from '../../../src/measure/load/open/fates.ts';

const TIMEOUT = 1_000;
const fate = (due: number, outcome: Fate['outcome'], latency = 5): Fate => ({
  due,
  sentAt: due,
  part: 0,
  outcome,
  endAt: outcome === 'pending' ? Number.POSITIVE_INFINITY : due + latency,
});

const outcomes = fc.constantFrom<Fate['outcome']>('ok', 'wrong', 'refused', 'failed', 'pending');
const anyFates = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 2_999 }), outcomes, fc.integer({ min: 0, max: 2_000 }))
    .map(([due, outcome, latency]) => fate(due, outcome, latency)),
);

describe('where requests went', () => {
  it('adds up to what was sent, whatever became of them', () => {
    fc.assert(
      fc.property(anyFates, (fates) => {
        const { sent, ...fatesOf } = account(fates, TIMEOUT);
        assert.equal(sent, fates.length);
        assert.equal(
          Object.values(fatesOf).reduce((sum, count) => sum + count, 0),
          sent,
        );
      }),
    );
  });

  it('counts an answer after the deadline as none', () => {
    const { ok, timedOut } = account([fate(0, 'ok', 999), fate(0, 'ok', 1_001), fate(0, 'pending')], TIMEOUT);
    assert.deepEqual([ok, timedOut], [1, 2]);
  });
});

describe('the latencies', () => {
  it('are of the right answers, and the deadline of those without one', () => {
    const fates = [fate(0, 'ok', 7), fate(1, 'refused', 2), fate(2, 'pending'), fate(3, 'failed')];
    assert.deepEqual([...latenciesOf(fates, TIMEOUT)], [7, TIMEOUT]);
  });
});

describe('the refusals', () => {
  it('are counted, with how long they took', () => {
    const fates = [fate(0, 'refused', 2), fate(0, 'refused', 4), fate(0, 'ok', 900)];
    assert.deepEqual(refusalsOf(fates).refusedMs?.n, 2);
    assert.equal(refusalsOf(fates).refusedMs?.p50, 3);
  });
  it('of none are not there', () => assert.deepEqual(refusalsOf([fate(0, 'ok')]), {}));
});

describe('the backlog', () => {
  it('is how long the last request outlived the window, its deadline at most', () => {
    assert.equal(backlogOf([fate(0, 'ok', 40), fate(90, 'ok', 60)], 100, TIMEOUT), 50);
    assert.equal(backlogOf([fate(0, 'pending')], 100, TIMEOUT), 900);
    assert.equal(backlogOf([fate(0, 'ok', 40)], 100, TIMEOUT), 0);
  });
});

describe('the timeline', () => {
  it('has every request of its span once, in the stretch in which it was due', () => {
    fc.assert(
      fc.property(anyFates, (fates) => {
        const { ok, refused, failed, timedOut } = timelineOf(fates, 0, 3_000, TIMEOUT);
        const sum = (bins: readonly number[]) => bins.reduce((total, count) => total + count, 0);
        const wrong = account(fates, TIMEOUT).wrong;
        assert.equal(sum(ok) + sum(refused) + sum(failed) + sum(timedOut) + wrong, fates.length);
        for (const bins of [ok, refused, failed, timedOut]) assert.equal(bins.length, 30);
      }),
    );
  });

  it('leaves out what was due before it', () => {
    const { ok, p50 } = timelineOf(
      [fate(50, 'ok'), fate(150, 'ok', 8), fate(250, 'ok', 9)],
      100,
      300,
      TIMEOUT,
    );
    assert.deepEqual(
      [ok, p50],
      [
        [1, 1],
        [8, 9],
      ],
    );
  });

  it('has no median where there was no right answer', () => {
    assert.deepEqual(timelineOf([fate(50, 'failed')], 0, 200, TIMEOUT).p50, [null, null]);
  });
});

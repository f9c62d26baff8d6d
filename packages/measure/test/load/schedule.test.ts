import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dueTimes, firstFrom, type OpenLoopSpec, schedule } from '../../src/load/open/spec.ts';

const perSecond = fc.integer({ min: 1, max: 500 });
const seconds = fc.integer({ min: 1, max: 20 });
const seed = fc.string();
const ascending = (due: Float64Array) => due.every((at, index) => index === 0 || at >= (due[index - 1] ?? 0));

describe('Poisson arrivals', () => {
  it('are the same for the same seed', () => {
    fc.assert(
      fc.property(perSecond, seconds, seed, (rate, length, text) =>
        assert.deepEqual(schedule('poisson', rate, length, text), schedule('poisson', rate, length, text)),
      ),
      { numRuns: 30 },
    );
  });

  it('differ for another seed', () => {
    assert.notDeepEqual(schedule('poisson', 100, 2, 'one'), schedule('poisson', 100, 2, 'other'));
  });

  it('are ascending and inside the window', () => {
    fc.assert(
      fc.property(perSecond, seconds, seed, (rate, length, text) => {
        const due = schedule('poisson', rate, length, text);
        assert.ok(ascending(due));
        assert.ok(due.every((at) => at >= 0 && at < length * 1000));
      }),
      { numRuns: 30 },
    );
  });

  it('are as many as rate times time in every round, whatever the seed', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 500, noNaN: true }), seconds, seed, (rate, length, text) =>
        assert.equal(schedule('poisson', rate, length, text).length, Math.round(rate * length)),
      ),
      { numRuns: 30 },
    );
  });

  it('fall into every part of the window alike, within six standard deviations', () => {
    const due = schedule('poisson', 400, 20, 'uniform');
    for (let part = 0; part < 10; part++) {
      const count = due.filter((at) => Math.floor(at / 2_000) === part).length;
      assert.ok(Math.abs(count - 800) < 6 * Math.sqrt(720), `${count} of some 800 in part ${part}`);
    }
  });

  it('have gaps that scatter as much as they last on average', () => {
    const due = schedule('poisson', 100, 100, 'gaps');
    const gaps = [...due.subarray(1)].map((at, index) => at - (due[index] ?? 0));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
    assert.ok(Math.abs(Math.sqrt(variance) / mean - 1) < 0.1);
  });
});

it('constant arrivals are as many as rate times time and equally far apart, whatever the seed', () => {
  fc.assert(
    fc.property(perSecond, seconds, seed, (rate, length, text) => {
      const due = schedule('constant', rate, length, text);
      assert.equal(due.length, rate * length);
      assert.ok(due.every((at, index) => Math.abs(at - (index * 1000) / rate) < 1e-6));
    }),
    { numRuns: 30 },
  );
});

describe('the due times of a load', () => {
  const spec: OpenLoopSpec = {
    origin: '',
    targets: [],
    arrivals: 'poisson',
    perSecond: 100,
    seconds: 2,
    leadInSeconds: 0.5,
    afterwards: { perSecond: 20, seconds: 1 },
    seed: 'seed',
    policy: 'random',
    connections: 1,
    mostConnections: 1,
    timeoutMs: 1_000,
  };

  it('have a fixed number before, in and after the window', () => {
    const due = dueTimes(spec);
    const [from, to] = [firstFrom(due, 500), firstFrom(due, 2_500)];
    assert.deepEqual([from, to - from, due.length - to], [50, 200, 20]);
    assert.ok(ascending(due));
  });

  it('depend only on the seed within the window, whatever comes before and after', () => {
    const { afterwards: _none, ...shorter } = spec;
    const inWindow = (given: OpenLoopSpec, leadIn: number) => {
      const due = dueTimes({ ...given, leadInSeconds: leadIn });
      const from = leadIn * 1000;
      return [...due].filter((at) => at >= from && at < from + 2_000).map((at) => Math.round(at - from));
    };
    assert.deepEqual(inWindow(spec, 0.5), inWindow(shorter, 1));
  });
});

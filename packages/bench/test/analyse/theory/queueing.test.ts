import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  erlangC,
  pinnedQueuesWait,
  runningTaskWait,
  sharedQueueWait,
  utilisationOf,
} from '../../../src/analyse/theory/queueing.ts';

const near = (actual: number | undefined, expected: number, tolerance = 1e-9) =>
  assert.ok(
    actual !== undefined && Math.abs(actual - expected) <= tolerance * Math.max(1, expected),
    `${actual}`,
  );

const station = (servers: number, utilisation: number, serviceCv2 = 1) => ({
  servers,
  serviceMs: 10,
  perSecond: (utilisation * servers * 1000) / 10,
  arrivalCv2: 1,
  serviceCv2,
});

describe('the wait for the task that runs', () => {
  it('is half a service where a fixed one runs always, and a whole one where it is exponential', () => {
    near(runningTaskWait(station(1, 0.999_999, 0)), 5, 1e-3);
    near(runningTaskWait(station(1, 0.999_999, 1)), 10, 1e-3);
  });
  it('is what a queue behind it makes ÷ (1 − ρ) of, for any number of pinned workers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 16 }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        fc.double({ min: 0, max: 4, noNaN: true }),
        (servers, rho, cv2) => {
          const rest = runningTaskWait(station(servers, rho, cv2)) ?? Number.NaN;
          near(pinnedQueuesWait(station(servers, rho, cv2)), rest / (1 - rho), 1e-9);
        },
      ),
    );
  });
  it('is not told where the queues are unstable', () =>
    assert.equal(runningTaskWait(station(2, 1)), undefined));
});

describe('Erlang C', () => {
  it('is the utilisation for one server', () => near(erlangC(1, 0.7), 0.7));
  it('is 2ρ²/(1+ρ) for two servers', () => near(erlangC(2, 0.8), (2 * 0.64) / 1.8));
  it('gives the tabled 0.5541 for five servers at 0.8', () => near(erlangC(5, 0.8), 0.5541, 1e-4));
  it('does not overflow for many servers', () => assert.ok(erlangC(500, 0.95) > 0));
  it('refuses an unstable station', () => assert.throws(() => erlangC(2, 1), RangeError));
  it('is a probability, and falls as servers are added at the same utilisation', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (n, rho) => {
          const waits = erlangC(n, rho);
          assert.ok(waits > 0 && waits <= 1);
          assert.ok(erlangC(n + 1, rho) <= waits + 1e-12);
        },
      ),
    );
  });
});

describe('the mean wait', () => {
  it('is ρE[S]/(1−ρ) for M/M/1', () => near(sharedQueueWait(station(1, 0.5)), 10));
  it('is half of that for constant tasks', () => near(sharedQueueWait(station(1, 0.5, 0)), 5));
  it('of pinned queues is that of one server with its share of the load', () => {
    near(pinnedQueuesWait(station(4, 0.5)), 10);
  });
  it('is unknown for an unstable queue', () => assert.equal(sharedQueueWait(station(2, 1.01)), undefined));
  it('is never longer in a shared queue than in pinned ones', () => {
    const cases = [
      fc.integer({ min: 1, max: 32 }),
      fc.double({ min: 0.05, max: 0.98, noNaN: true }),
    ] as const;
    fc.assert(
      fc.property(...cases, (servers, rho) => {
        const [shared, pinned] = [
          sharedQueueWait(station(servers, rho)),
          pinnedQueuesWait(station(servers, rho)),
        ];
        assert.ok((shared ?? 0) <= (pinned ?? 0) * (1 + 1e-9));
      }),
    );
  });
  it('starts from the offered load', () => near(utilisationOf(station(3, 0.6)), 0.6));
});

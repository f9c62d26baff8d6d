import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { responseQuantile } from '../../src/size/predict.ts';
import { seededRandom } from '../../src/stats/random.ts';

const station = fc.record({
  model: fc.constantFrom('shared queue' as const, 'pinned queues' as const),
  workers: fc.integer({ min: 1, max: 16 }),
  serviceMs: fc.double({ min: 0.5, max: 50, noNaN: true }),
  serviceCv2: fc.double({ min: 0, max: 2, noNaN: true }),
  utilisation: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
});
const loadOf = ({ utilisation, ...rest }: { utilisation: number; workers: number; serviceMs: number }) => ({
  ...rest,
  perSecond: (utilisation * rest.workers * 1000) / rest.serviceMs,
});

/** The response times of a queue with exponential gaps and services, request by request (Lindley's recursion for n servers). */
function simulated(workers: number, serviceMs: number, perSecond: number, requests: number): number[] {
  const random = seededRandom('queue');
  const exponential = (mean: number) => -mean * Math.log(1 - random.next());
  const freeAt = Array.from({ length: workers }, () => 0);
  let now = 0;
  return Array.from({ length: requests }, () => {
    now += exponential(1000 / perSecond);
    const first = freeAt.indexOf(Math.min(...freeAt));
    const begin = Math.max(now, freeAt[first] ?? 0);
    freeAt[first] = begin + exponential(serviceMs);
    return begin - now;
  });
}

describe('the p99 of a queueing model', () => {
  it('is no less than a service, and grows with the load', () => {
    fc.assert(
      fc.property(station, (one) => {
        const load = loadOf(one) as Parameters<typeof responseQuantile>[0];
        const [now, less] = [load, { ...load, perSecond: load.perSecond / 2 }].map((each) =>
          responseQuantile(each, 0.99),
        );
        assert.ok(now !== undefined && less !== undefined);
        assert.ok(less >= load.serviceMs && now >= less - 1e-9);
      }),
    );
  });

  it('is less in one queue for all workers than in one for each', () => {
    fc.assert(
      fc.property(station, (one) => {
        const load = loadOf({ ...one, workers: one.workers + 1 }) as Parameters<typeof responseQuantile>[0];
        const [shared, pinned] = (['shared queue', 'pinned queues'] as const).map((model) =>
          responseQuantile({ ...load, model }, 0.99),
        );
        assert.ok(Number(shared) <= Number(pinned) + 1e-9);
      }),
    );
  });

  it('is the exact wait of M/M/n, which a simulation has as well', () => {
    for (const [workers, perSecond] of [
      [1, 70],
      [4, 350],
    ] as const) {
      const waits = simulated(workers, 10, perSecond, 200_000).sort((a, b) => a - b);
      const load = { model: 'shared queue', workers, serviceMs: 10, serviceCv2: 1, perSecond } as const;
      const ratio = (Number(responseQuantile(load, 0.99)) - 10) / (waits[198_000] ?? 0);
      assert.ok(ratio > 0.85 && ratio < 1.15, `${workers} workers: ${ratio}`);
    }
  });

  it('is none where there is no steady state', () =>
    assert.equal(
      responseQuantile(
        { model: 'one server', workers: 1, serviceMs: 10, serviceCv2: 0, perSecond: 100 },
        0.99,
      ),
      undefined,
    ));
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ClosedLoopMeasurement, joined as joinedClosed } from '../../src/load/closed/closed-loop.ts';
import { measurementOf } from '../../src/load/open/measurement.ts';
import type { OpenLoopRecord, OpenRequest } from '../../src/load/open/requests.ts';
import { dueTimes, type OpenLoopSpec } from '../../src/load/open/spec.ts';
import { Tally } from '../../src/load/tally.ts';
import { isDealtTo, partsOf, shareOf } from '../../src/load/team.ts';

const generators = fc.integer({ min: 1, max: 5 });
const spec: OpenLoopSpec = {
  origin: '',
  targets: [],
  arrivals: 'poisson',
  perSecond: 50,
  seconds: 2,
  leadInSeconds: 0.5,
  afterwards: { perSecond: 20, seconds: 1 },
  seed: 'seed',
  policy: 'random',
  connections: 1,
  mostConnections: 1,
  timeoutMs: 400,
  timeline: true,
};

/** A request of the schedule, which ended in any way; several have the same due time now and then. */
const ended = fc.record({
  late: fc.nat({ max: 30 }),
  took: fc.nat({ max: 600 }),
  part: fc.nat({ max: 1 }),
  outcome: fc.constantFrom<OpenRequest['outcome']>('ok', 'ok', 'ok', 'refused', 'failed', 'pending'),
  worker: fc.constantFrom('1/0', '2/0'),
});
type Ended = typeof ended extends fc.Arbitrary<infer T> ? T : never;

const due = dueTimes(spec);
/** Makes the record of a generator from the requests that it sent. */
function recordOf(all: readonly Ended[], { part, of }: { part: number; of: number }): OpenLoopRecord {
  const own = all.flatMap((one, index) =>
    isDealtTo(index, { part, of }) ? [{ ...one, due: due[index] ?? 0 }] : [],
  );
  const right = own.filter(({ outcome }) => outcome === 'ok');
  const workers = [...new Set(right.map(({ worker }) => worker))];
  return {
    requests: own.map(({ due: at, late, took, part: target, outcome }) => ({
      due: at,
      sentAt: at + late,
      part: target,
      outcome,
      endAt: outcome === 'pending' ? Number.POSITIVE_INFINITY : at + late + took,
    })),
    labels: ['small', 'large'],
    computeTimes: right.map(({ took }) => took),
    shares: workers.map((worker) => ({
      worker,
      answers: right.filter((one) => one.worker === worker).length,
    })),
    answeredTwice: right.length,
    unchecked: right.length,
    firstWrong: undefined,
    firstFailure: undefined,
    generator: { socketWaits: own.length, connectionsOpened: own.length, utilisation: 0.1, generatorCpu: 0 },
  };
}

const byWorker = (shares: readonly { worker: string; answers: number }[]) =>
  new Map(shares.map(({ worker, answers }) => [worker, answers]));

describe('an open loop of several generators', () => {
  it('measures what one generator would have measured of the same requests', () =>
    fc.assert(
      fc.property(
        fc.array(ended, { minLength: due.length, maxLength: due.length }),
        generators,
        (all, count) => {
          const one = measurementOf(spec, [recordOf(all, { part: 0, of: 1 })]);
          const several = measurementOf(
            spec,
            partsOf({ generators: count }).map((part) => recordOf(all, part)),
          );
          assert.deepEqual(several.latencies, one.latencies);
          assert.deepEqual(several.parts, one.parts);
          const { shares, computeMs, generators: taken, ...rest } = several.result;
          const { shares: ofOne, computeMs: meanOfOne, ...restOfOne } = one.result;
          assert.deepEqual(rest, restOfOne);
          assert.deepEqual(byWorker(shares), byWorker(ofOne));
          assert.ok(Math.abs(computeMs - meanOfOne) < 1e-6);
          assert.equal(taken, count === 1 ? undefined : count);
        },
      ),
      { numRuns: 25 },
    ));

  it('is as busy as the busiest of them', () => {
    const [first] = [recordOf([], { part: 0, of: 1 })];
    const other = { ...first, generator: { ...first.generator, utilisation: 0.4 } };
    assert.equal(measurementOf(spec, [first, other, first]).result.utilisation, 0.4);
  });
});

const answer = fc.record({
  at: fc.integer({ min: -200, max: 1_200 }),
  latency: fc.integer({ min: 1, max: 50 }),
  computeMs: fc.integer({ min: 1, max: 9 }),
  worker: fc.constantFrom('1/0', '2/0', '3/0'),
  outcome: fc.constantFrom('ok' as const, 'ok' as const, 'refused' as const, 'timedOut' as const),
});
const measured = (answers: readonly (typeof answer extends fc.Arbitrary<infer T> ? T : never)[]) => {
  const tally = new Tally({ from: 0, to: 1_000 });
  for (const { outcome, at, latency, ...ok } of answers) {
    tally.counts.sent++;
    tally.end(outcome === 'ok' ? { outcome, ...ok } : { outcome, why: '' }, at, latency);
  }
  return {
    result: tally.result({ generatorCpu: answers.length, generatorPauseMs: answers.length }),
    latencies: Float32Array.from(tally.latencies),
    thread: { cpu: answers.length / 10, waited: 0 },
  } satisfies ClosedLoopMeasurement;
};

it('a closed loop of several generators adds up what each of them counted, and is as late and as busy as the worst of them', () =>
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 60 }), generators, (all, count) => {
      const dealt = partsOf({ generators: count }).map((part) => all.filter((_, at) => isDealtTo(at, part)));
      const several = joinedClosed(dealt.map(measured));
      const one = measured(all);
      const { shares, computeMs, generatorPauseMs, generators: taken, ...rest } = several.result;
      const { shares: ofOne, computeMs: meanOfOne, generatorPauseMs: _pause, ...restOfOne } = one.result;
      assert.deepEqual(rest, restOfOne);
      assert.deepEqual(byWorker(shares), byWorker(ofOne));
      assert.ok(Math.abs(computeMs - meanOfOne) < 1e-6);
      assert.deepEqual(several.latencies.toSorted(), one.latencies.toSorted());
      assert.equal(generatorPauseMs, dealt[0]?.length);
      assert.equal(several.thread.cpu, (dealt[0]?.length ?? 0) / 10);
      assert.equal(taken, count === 1 ? undefined : count);
    }),
  ));

it('the parts of a load have together all requests and all connections, and differ by one at most', () =>
  fc.assert(
    fc.property(fc.nat({ max: 1_000 }), generators, (total, count) => {
      const parts = partsOf({ generators: count });
      const connections = parts.map((part) => shareOf(total, part));
      const requests = parts.map(
        (part) =>
          Array.from({ length: total }, (_, index) => index).filter((at) => isDealtTo(at, part)).length,
      );
      for (const shares of [connections, requests]) {
        const together = shares.reduce((sum, share) => sum + share, 0);
        assert.equal(together, total);
        assert.ok(Math.max(...shares) - Math.min(...shares) <= 1);
      }
    }),
  ));

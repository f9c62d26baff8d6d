import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Observation } from '../../src/analyse/observations.ts';
import { factsOf } from '../../src/analyse/observations.ts';
import { atSameUtilisation } from '../../src/analyse/same-utilisation.ts';
import { realisedUtilisation, saturationOf } from '../../src/analyse/saturation.ts';
import { HEADLINE_CLOSED, type OpenLoad, type WindowResult } from '../../src/model.ts';
import { mean, standardDeviation } from '../../src/stats/moments.ts';
import { quantile, sortedCopy } from '../../src/stats/quantile.ts';
import { seededRandom } from '../../src/stats/random.ts';
import { closedWindow, headline, loadResult, manifest, openResult, run } from '../fixtures/run.ts';

const SERVICE_MS = 5;

const facts = factsOf(
  run([], {
    contestants: manifest().contestants.map((one) =>
      one.id === 'cluster' ? { ...one, deals: 'connections' as const } : one,
    ),
  }),
);

const load = (changes: Partial<OpenLoad> = {}): OpenLoad => ({
  kind: 'open',
  query: headline.input,
  ofCapacity: 0.8,
  of: 'own',
  arrivals: 'poisson',
  policy: 'keep-alive',
  ...changes,
});

const observation = (
  contestant: string,
  window: Observation['window'],
  result: Omit<WindowResult, 'subject'>,
): Observation => ({
  trial: 'sitting/1',
  round: 1,
  block: 'block',
  subject: { name: contestant, contestant, twin: false },
  window,
  result: { subject: contestant, ...result },
});

/** Saturated, `single` computes one task at once and the others two, of 5 ms each. */
const saturated = ['single', 'cluster', 'threads'].map((id) =>
  observation(
    id,
    { ...closedWindow(), id: HEADLINE_CLOSED },
    { load: loadResult(id === 'single' ? 200 : 400) },
  ),
);
const saturation = saturationOf(saturated);

type Told = { readonly perSecond: number; readonly serviceMs?: number; readonly load?: OpenLoad };

const open = (contestant: string, { perSecond, serviceMs = SERVICE_MS, load: offered = load() }: Told) =>
  observation(
    contestant,
    { id: 'open', questions: [], condition: headline, seconds: 5, leadInSeconds: 1, load: offered },
    {
      open: {
        ...openResult({ perSecond, computeMs: serviceMs, seconds: 5, timeoutMs: 10_000 }),
        samples: contestant,
        lags: 'none',
        capacity: 200,
      },
    },
  );

/** The samples of one of these windows, at the utilisation that was asked for. */
const shifted = (
  samples: readonly number[],
  observations: readonly Observation[],
  of = 'single',
  known = saturation,
) =>
  [
    ...atSameUtilisation({
      run: facts,
      observations,
      saturation: known,
      samples: () => Float32Array.from(samples),
    })(of),
  ].map((ms) => Number(ms.toFixed(3)));

describe('how busy a contestant was', () => {
  it('is the work that was asked of it, over the work that it does when it is saturated', () => {
    assert.deepEqual(
      [...saturation.perSecond.values(), ...saturation.busy.values()],
      [200, 400, 400, 1, 2, 2],
    );
    const slow = open('cluster', { perSecond: 320, serviceMs: 6 });
    assert.equal(realisedUtilisation(slow, saturation)?.toFixed(3), '0.960');
  });

  it('is told by what the very process did, and not by another round’s', () => {
    const other = { ...open('cluster', { perSecond: 320 }), trial: 'sitting/2' };
    assert.equal(realisedUtilisation(other, saturation), undefined);
    const faster = { ...(saturated[1] as Observation), trial: 'sitting/2' };
    const load = loadResult(500);
    const both = saturationOf([...saturated, { ...faster, result: { subject: 'cluster', load } }]);
    assert.equal(realisedUtilisation(other, both)?.toFixed(3), '0.640');
  });

  it('is not known of one that was never saturated, or does not tell what it computed for', () => {
    assert.equal(realisedUtilisation(open('queue', { perSecond: 100 }), saturation), undefined);
    assert.equal(
      realisedUtilisation(open('single', { perSecond: 100, serviceMs: 0 }), saturation),
      undefined,
    );
  });
});

describe('samples at the utilisation that was asked for', () => {
  it('are those that were measured, where it was that busy', () =>
    assert.deepEqual(shifted([5, 20, 80], [open('single', { perSecond: 160 })]), [5, 20, 80]));

  it('have a wait from 90 % at 4/9 of what it was at 80 % of one server, and a task that takes what it took', () =>
    assert.deepEqual(shifted([3, 5, 14, 95], [open('single', { perSecond: 180 })]), [3, 5, 9, 45]));

  it('have the waits that a shared queue would have, where it is one', () => {
    // M/M/2: ρ² ÷ (1 − ρ²), 0.64/0.36 over 0.81/0.19.
    const [found] = shifted([105], [open('threads', { perSecond: 360 })], 'threads');
    assert.equal(found, 46.701);
  });

  it('of a load that is the slowest’s are at the requests per second that put that one at its share', () => {
    const of = load({ of: 'slowest' });
    // It was 90 % busy instead of 80; cluster, at 45 %, is taken to 40.
    const block = [
      open('single', { perSecond: 180, load: of }),
      open('cluster', { perSecond: 180, load: of }),
    ];
    assert.deepEqual(shifted([5 + 90], block, 'cluster'), [
      5 + Number(((90 * 0.4) / 0.6 / (0.45 / 0.55)).toFixed(3)),
    ]);
    assert.deepEqual(shifted([14], block), [9]);
  });

  it('do not come nearer to saturation than a window of its length can tell', () => {
    const over = shifted([1000], [open('single', { perSecond: 230 })]);
    // One server, 5 ms, 5 s: 1 − √(1/1000) = 96.8 %.
    const highest = 1 - Math.sqrt(SERVICE_MS / 5000);
    const ratio = (0.8 / 0.2) * ((1 - highest) / highest);
    assert.ok(Math.abs((over[0] as number) - (5 + 995 * ratio)) < 0.01);
  });

  it('stay without an answer where there was none', () =>
    assert.deepEqual(shifted([10_000], [open('single', { perSecond: 180 })]), [10_000]));

  it('are as they were where the load is another, or how busy it was is not known', () => {
    const others: Told[] = [
      { perSecond: 600, load: load({ ofCapacity: 3 }) },
      { perSecond: 180, load: load({ query: { upTo: '10000' } }) },
      { perSecond: 180, load: load({ mix: [{ label: 'all', query: headline.input, share: 1 }] }) },
      { perSecond: 180, load: load({ of: 'core' }) },
      { perSecond: 180, serviceMs: 0 },
    ];
    for (const other of others) assert.deepEqual(shifted([14, 95], [open('single', other)]), [14, 95]);
    assert.deepEqual(shifted([14], [open('single', { perSecond: 180 })], 'single', saturationOf([])), [14]);
    const alone = open('cluster', { perSecond: 180, load: load({ of: 'slowest' }) });
    assert.deepEqual(shifted([14], [alone], 'cluster'), [14]);
  });

  it('keep their order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.1, max: 9000, noNaN: true }), { minLength: 2, maxLength: 30 }),
        fc.integer({ min: 20, max: 400 }),
        (samples, perSecond) => {
          const sorted = samples.toSorted((a, b) => a - b);
          const found = shifted(sorted, [open('single', { perSecond })]);
          assert.deepEqual(
            found,
            found.toSorted((a, b) => a - b),
          );
        },
      ),
    );
  });
});

/** Latencies of one server over seven seconds, those of the last five: tasks of one length, so many arrivals. */
function oneServer(seed: string, arrivals: number, serviceMs: number): Float32Array {
  const random = seededRandom(seed);
  const due = Array.from({ length: arrivals }, () => random.next() * 7000).toSorted((a, b) => a - b);
  let free = 0;
  const latencies = due.map((at) => {
    free = Math.max(free, at) + serviceMs;
    return free - at;
  });
  return Float32Array.from(latencies.filter((_, index) => (due[index] as number) >= 2000));
}

describe('on a machine whose speed scatters from window to window (simulated, 200 windows)', () => {
  const random = seededRandom('speeds');
  // Uniform with a standard deviation of 7 %.
  const speeds = Array.from({ length: 200 }, () => 1 + (random.next() - 0.5) * 0.07 * Math.sqrt(12));
  const p50 = (samples: Iterable<number>) => Math.log(quantile(sortedCopy([...samples]), 0.5));
  const steady = speeds.map((_, index) => p50(oneServer(`${index}`, 160 * 7, SERVICE_MS)));
  const measured = speeds.map((speed, index) => oneServer(`${index}`, 160 * 7, SERVICE_MS / speed));
  const raw = measured.map(p50);
  const found = measured.map((samples, index) =>
    p50(
      shifted(
        [...samples],
        [open('single', { perSecond: 160, serviceMs: SERVICE_MS / (speeds[index] as number) })],
      ),
    ),
  );

  it('the median of a typical window is that of a steady machine', () => {
    const off = mean(found) - mean(steady);
    assert.ok(Math.abs(off) < 0.05, `ln of the ratio ${off}`);
  });

  it('it scatters by less than two thirds of what was measured', () => {
    const ratio = standardDeviation(found) / standardDeviation(raw);
    assert.ok(ratio < 2 / 3, `${ratio}`);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Observation } from '../../src/analyse/observations.ts';
import { factsOf } from '../../src/analyse/observations.ts';
import { atSameUtilisation } from '../../src/analyse/same-utilisation.ts';
import { realisedUtilisation, saturationOf } from '../../src/analyse/saturation.ts';
import { HEADLINE_CLOSED, type OpenLoad, type WindowResult } from '../../src/model.ts';
import { standardDeviation } from '../../src/stats/moments.ts';
import { quantile, sortedCopy } from '../../src/stats/quantile.ts';
import { seededRandom } from '../../src/stats/random.ts';
import { closedWindow, headline, loadResult, manifest, openResult, run } from '../fixtures/run.ts';
import {
  beside,
  type Dealing,
  type Machine,
  SERVICE_MS,
  type Simulated,
  simulate,
  steady,
} from '../fixtures/simulated.ts';

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
  twin = false,
): Observation => ({
  trial: 'sitting/1',
  round: 1,
  block: 'block',
  subject: { name: twin ? `${contestant}-twin` : contestant, contestant, twin },
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

type Told = {
  readonly perSecond: number;
  readonly serviceMs?: number;
  readonly load?: OpenLoad;
  readonly tasks?: string;
  readonly twin?: boolean;
  /** Of a second window of the same process. */
  readonly file?: string;
};

const nameOf = (of: string, { twin, file }: Pick<Told, 'twin' | 'file'>) =>
  file ?? (twin ? `${of}-twin` : of);

const open = (
  contestant: string,
  { perSecond, serviceMs = SERVICE_MS, load: offered = load(), tasks, twin = false, file }: Told,
) =>
  observation(
    contestant,
    { id: 'open', questions: [], condition: headline, seconds: 5, leadInSeconds: 1, load: offered },
    {
      open: {
        ...openResult({ perSecond, computeMs: serviceMs, seconds: 5, timeoutMs: 10_000 }),
        samples: nameOf(contestant, { twin, ...(file && { file }) }),
        lags: 'none',
        ...(tasks !== undefined && { tasks }),
        capacity: 200,
      },
    },
    twin,
  );

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

/** The samples of the first of these windows, at the utilisation that was asked for. */
function taken(
  windows: readonly (Told & { readonly of: string; readonly simulated: Simulated })[],
  known = saturation,
): number[] {
  const files = new Map(
    windows.flatMap(({ of, simulated, ...told }) => [
      [nameOf(of, told), simulated.latencies] as const,
      [`${nameOf(of, told)}/tasks`, simulated.rows] as const,
    ]),
  );
  const observations = windows.map(({ of, simulated, ...told }) =>
    open(of, { serviceMs: simulated.meanMs, tasks: `${nameOf(of, told)}/tasks`, ...told }),
  );
  const samples = atSameUtilisation({
    run: facts,
    observations,
    saturation: known,
    samples: (file) => Float32Array.from(files.get(file) ?? []),
  });
  const [first] = windows;
  return first ? [...samples(nameOf(first.of, first))] : [];
}

const at = (samples: readonly number[], p: number) => quantile(sortedCopy(samples), p);
const near = (found: number, wanted: number, tolerance: number) =>
  assert.ok(Math.abs(Math.log(found / wanted)) < tolerance, `${found}, not about ${wanted}`);

/** Sojourn times of a steady machine, over a time so long that chance is out of it. */
const longRun = (servers: number, perSecond: number, dealing?: Dealing) => {
  const many = Array.from({ length: 200 }, (_, index) =>
    simulate(`long/${index}`, servers, perSecond, steady, dealing),
  );
  return many.flatMap(({ latencies }) => latencies);
};

describe('samples at the utilisation that was asked for', () => {
  const single = longRun(1, 160);

  it('are those of a steady machine where a window was busier than that', () => {
    const busier = taken([{ of: 'single', perSecond: 180, simulated: simulate('a', 1, 180, steady) }]);
    for (const p of [0.5, 0.9, 0.99]) near(at(busier, p), at(single, p), 0.1);
  });

  it('are those of a steady machine where a neighbour was there, whatever the discipline', () => {
    const simulated = simulate('b', 1, 160, beside);
    assert.ok(at(simulated.latencies, 0.5) > 5 * at(single, 0.5), 'what was measured is another');
    const one = taken([{ of: 'single', perSecond: 160, simulated }]);
    const two = taken([{ of: 'threads', perSecond: 320, simulated: simulate('c', 2, 320, beside) }]);
    const shared = longRun(2, 320);
    for (const p of [0.5, 0.9]) near(at(one, p), at(single, p), 0.2);
    for (const p of [0.5, 0.9]) near(at(two, p), at(shared, p), 0.2);
  });

  it('are dealt out as they were, by chance or in turn, beside a neighbour too', () => {
    const chance = seededRandom('dealing');
    for (const dealing of [() => chance.below(2), (index: number) => index % 2]) {
      const simulated = simulate('j', 2, 320, beside, dealing);
      const found = taken([{ of: 'cluster', perSecond: 320, simulated }]);
      const wanted = longRun(2, 320, dealing);
      for (const p of [0.5, 0.9, 0.99]) near(at(found, p), at(wanted, p), 0.25);
    }
  });

  it('keep what a contestant adds to every request', () => {
    const simulated = simulate('d', 1, 160, steady);
    const more = { ...simulated, latencies: simulated.latencies.map((ms) => ms + 10) };
    const without = taken([{ of: 'single', perSecond: 160, simulated }]);
    const added = taken([{ of: 'single', perSecond: 160, simulated: more }]);
    near(at(added, 0.5) - at(without, 0.5), 10, 0.15);
  });

  it('keep a tail that no speed of the workers explains', () => {
    const simulated = simulate('e', 1, 160, steady);
    const stalls = { ...simulated, latencies: simulated.latencies.map((ms, i) => (i % 50 === 0 ? 500 : ms)) };
    assert.ok(at(taken([{ of: 'single', perSecond: 160, simulated: stalls }]), 0.99) > 300);
  });

  it('of a load that is the slowest’s are at the requests per second that put that one at its share', () => {
    const of = load({ of: 'slowest' });
    // It was 90 % busy instead of 80; threads, at 45 %, are taken to 40.
    const block = [
      { of: 'threads', perSecond: 180, load: of, simulated: simulate('f', 2, 180, steady) },
      { of: 'single', perSecond: 180, load: of, simulated: simulate('f', 1, 180, steady) },
    ];
    for (const p of [0.5, 0.9, 0.99]) near(at(taken(block), p), at(longRun(2, 160), p), 0.1);
    for (const p of [0.5, 0.9, 0.99]) near(at(taken(block.toReversed()), p), at(single, p), 0.1);
  });

  it('are at the speed that the process usually had in the round, not at that of one window', () => {
    const slower = simulate('k', 1, 120, () => 1.44 * SERVICE_MS);
    const windows = [
      { of: 'single', perSecond: 120, simulated: slower },
      {
        of: 'single',
        perSecond: 160,
        load: load({ of: 'slowest' }),
        file: 'other',
        simulated: simulate('l', 1, 160, steady),
      },
    ];
    for (const p of [0.5, 0.9]) near(at(taken(windows), p), 1.2 * at(single, p), 0.08);
  });

  it('are not those of an overload, whose waits would be as long as the window', () => {
    const of = load({ of: 'slowest' });
    const block = [
      { of: 'threads', perSecond: 180, load: of, simulated: simulate('m', 2, 180, () => 3 * SERVICE_MS) },
      { of: 'single', perSecond: 180, load: of, simulated: simulate('m', 1, 180, steady) },
    ];
    const median = at(taken(block), 0.5);
    assert.ok(median > 3 * SERVICE_MS && median < 30 * SERVICE_MS, `${median}`);
  });

  it('of the slowest’s twin are at that share by what it did itself', () => {
    const of = load({ of: 'slowest' });
    const block = [
      {
        of: 'single',
        twin: true,
        perSecond: 160,
        load: of,
        simulated: simulate('i', 1, 160, () => 1.1 * SERVICE_MS),
      },
      { of: 'single', perSecond: 160, load: of, simulated: simulate('i', 1, 160, steady) },
    ];
    const known = saturationOf([
      ...saturated,
      observation('single', { ...closedWindow(), id: HEADLINE_CLOSED }, { load: loadResult(200) }, true),
    ]);
    for (const p of [0.5, 0.9, 0.99]) near(at(taken(block, known), p), 1.1 * at(single, p), 0.1);
  });

  it('stay without an answer where there was none', () => {
    const simulated = simulate('g', 1, 180, steady);
    const latencies = [...simulated.latencies.slice(1), 10_000];
    const found = taken([{ of: 'single', perSecond: 180, simulated: { ...simulated, latencies } }]);
    assert.equal(found.at(-1), 10_000);
    assert.ok(found.slice(0, -1).every((ms) => ms < 10_000));
  });

  it('are as they were where the load is another, or how busy it was is not known', () => {
    const simulated = simulate('h', 1, 180, steady);
    const asMeasured = [...Float32Array.from(simulated.latencies)];
    const others: Omit<Told, 'tasks'>[] = [
      { perSecond: 600, load: load({ ofCapacity: 3 }) },
      { perSecond: 180, load: load({ query: { upTo: '10000' } }) },
      { perSecond: 180, load: load({ mix: [{ label: 'all', query: headline.input, share: 1 }] }) },
      { perSecond: 180, load: load({ of: 'core' }) },
    ];
    for (const other of others) assert.deepEqual(taken([{ of: 'single', simulated, ...other }]), asMeasured);
    const own = { of: 'single', perSecond: 180, simulated };
    assert.deepEqual(taken([own], saturationOf([])), asMeasured);
    assert.deepEqual(taken([{ ...own, simulated: { ...simulated, rows: [] } }]), asMeasured);
    assert.deepEqual(taken([{ ...own, of: 'cluster', load: load({ of: 'slowest' }) }]), asMeasured);
  });

  it('scatter by less than a third of what was measured where the machine wanders (simulated, 60 windows)', () => {
    const random = seededRandom('speeds');
    const [raw, found] = [0, 1].map(() => [] as number[]) as [number[], number[]];
    for (let window = 0; window < 60; window++) {
      const speeds = Array.from({ length: 6 }, () => Math.exp(0.14 * random.normal()));
      const machine: Machine = (when) => SERVICE_MS * (speeds[Math.floor(when / 1000) + 1] ?? 1);
      const simulated = simulate(`wander/${window}`, 1, 160, machine);
      raw.push(Math.log(at(simulated.latencies, 0.5)));
      found.push(Math.log(at(taken([{ of: 'single', perSecond: 160, simulated }]), 0.5)));
    }
    const ratio = standardDeviation(found) / standardDeviation(raw);
    assert.ok(ratio < 1 / 3, `${ratio}`);
  });
});

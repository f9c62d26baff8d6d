import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '@cpu-bound/stats/random';
import type { Analysis, Comparison, SentinelCheck } from '@cpu-bound/study/model';
import { interval as intervalOf } from '@cpu-bound/study/test/compared';
import { leastFound, mostAlarms } from '../../src/selfcheck/acceptance.ts';
import { plantedFindings } from '../../src/selfcheck/planted-findings.ts';
import { FAULTY, MORE, plantedRun, ratesIn } from '../../src/selfcheck/planted-run.ts';

const condition = { input: { upTo: '200000' }, setting: { load: 0.5 } };
const interval = (low: number, high: number) => intervalOf(Math.sqrt(low * high), low, high, { level: 0.99 });
const twinOf = (metric: SentinelCheck['metric'], differs = false): SentinelCheck => ({
  metric,
  condition,
  ratio: interval(0.9, 1.1),
  ok: false,
  differs,
});
const pairOf = (contestant: string, changes: Partial<Comparison>): Comparison => ({
  contestant,
  against: 'plain',
  metric: 'throughput',
  condition,
  verdict: 'worse',
  ratio: interval(1.5, 3),
  ...changes,
});
const slower = (contestant: string, low: number, high: number) =>
  pairOf(contestant, { ratio: interval(low, high) });
const longer = (contestant: string, verdict: Comparison['verdict'], load = 0.5) =>
  pairOf(contestant, { metric: 'latency-p99', verdict, condition: { ...condition, setting: { load } } });

/** The analyses of a run of throughput and one of latency, in which all was found, and no twin differed. */
const sound = {
  slower: Object.entries(MORE).map(([id, percent]) => slower(id, 0.97 / (1 + percent / 100), 0.99)),
  longer: FAULTY.map((id) => longer(id, 'worse')),
  twins: { capacity: [twinOf('throughput')], latency: [twinOf('latency-p50')] },
  rounds: 10,
};

function runOf(changes: Partial<typeof sound> = {}) {
  const { slower: ofCapacity, longer: ofLatency, twins, rounds } = { ...sound, ...changes };
  const random = seededRandom('rates');
  const metrics = ['plain', ...Object.keys(MORE)].map((contestant) => ({
    ...{ contestant, metric: 'throughput', unit: 'req/s', condition, ...interval(80, 90) },
    blocks: Object.fromEntries(
      Array.from({ length: rounds }, (_, round) => [
        `${round}`,
        { a: 85 * Math.exp(0.05 * random.normal()), b: 85 * Math.exp(0.05 * random.normal()) },
      ]),
    ),
  }));
  const analysis = (comparisons: readonly Comparison[], sentinels: readonly SentinelCheck[]) =>
    ({ scenarios: { one: { metrics, comparisons } }, validity: { sentinels } }) as unknown as Analysis;
  return plantedRun(analysis(ofCapacity, twins.capacity), analysis(ofLatency, twins.latency));
}

const few = { seed: 'seed', simulated: 50 };

/** The findings that are not accepted of three runs with these changes. */
const refused = (...changes: Partial<typeof sound>[]) =>
  plantedFindings(
    [0, 1, 2].map((index) => runOf(changes[index])),
    few,
  ).flatMap(({ id, ok }) => (ok === false ? [id] : []));
const observed = (id: string, ...changes: Partial<typeof sound>[]) =>
  plantedFindings(
    changes.map((change) => runOf(change)),
    few,
  ).find((finding) => finding.id === id)?.observed;

describe('three runs on planted contestants', () => {
  it('are accepted if they show what was planted', () => assert.deepEqual(refused(), []));

  it('say what a run like these finds, which is not judged', () =>
    assert.match(
      observed('detection', {}, {}, {}) ?? '',
      /^A run like this finds 5 % more work in \d+ of 100, 10 % in \d+ of 100, 20 % in \d+ of 100\. The throughput of equal contestants scatters by /,
    ));

  it('may miss differences, and say how many they found', () => {
    const missing = { slower: [...sound.slower.slice(0, 2), slower('twenty', 0.8, 1.01)] };
    assert.deepEqual(refused(missing, missing, missing), []);
    assert.equal(
      observed('direction', missing),
      '0 of 3; found to be slower: 5 % in 1, 10 % in 1, 20 % in 0',
    );
  });

  it('hold no check by nothing: without a verdict, none is judged', () => {
    const open = ({ ratio, ...rest }: Comparison) => ({ ...rest, ratio: { ...ratio, indicative: true } });
    const twins = (metric: SentinelCheck['metric']) => [
      { ...twinOf(metric), ratio: { ...interval(0.9, 1.1), indicative: true } },
    ];
    const early = runOf({
      slower: sound.slower.map(open),
      longer: sound.longer.map((pair) => ({ ...open(pair), verdict: 'not-judged' as const })),
      twins: { capacity: twins('throughput'), latency: twins('latency-p50') },
      rounds: 9,
    });
    const findings = plantedFindings([early, early, early], few);
    assert.deepEqual(
      findings.filter(({ ok }) => ok !== undefined),
      [],
    );
    assert.ok(findings.length > 5);
    const [fault] = plantedFindings([runOf()], few).filter(({ id }) => id === 'planted-tenth');
    assert.equal(fault?.ok, undefined, 'one run of one may miss a slow tenth');
  });

  it('are refused if one shows a contestant with more work to be faster, or did not compare it', () => {
    const [, ...others] = sound.slower;
    assert.deepEqual(refused({ slower: [slower('five', 1.01, 1.05), ...others] }), ['direction']);
    assert.deepEqual(refused({ slower: others }), ['direction']);
  });

  it('read a pair that was compared in the other order', () => {
    const [five = assert.fail(), ...others] = sound.slower;
    const turned = { ...five, contestant: 'plain', against: 'five', ratio: interval(1.02, 1.1) };
    assert.deepEqual(refused({ slower: [turned, ...others] }), []);
  });

  it('must show a pause or a burst in two, and one slow request in ten in one', () => {
    const blind = (...ids: string[]) => ({
      longer: FAULTY.map((id) => longer(id, ids.includes(id) ? 'inconclusive' : 'worse')),
    });
    assert.deepEqual(refused(blind('pause', 'burst', 'tenth'), blind('tenth')), []);
    assert.deepEqual(refused(blind('pause', 'tenth'), blind('pause', 'tenth'), blind('tenth')), [
      'planted-pause',
      'planted-tenth',
    ]);
  });

  it('show a longer tail under one of several loads, and not where two of them disagree', () => {
    const at = (verdict: Comparison['verdict']) => ({
      longer: [...sound.longer, longer('burst', verdict, 0.6)],
    });
    assert.deepEqual(refused(at('inconclusive'), at('inconclusive')), []);
    assert.deepEqual(refused(at('better'), at('better')), ['planted-burst']);
  });

  it('may have one twin that differs, and not two, and none that was not compared', () => {
    const differing = { twins: { ...sound.twins, capacity: [twinOf('throughput', true)] } };
    assert.deepEqual(refused(differing), []);
    assert.deepEqual(refused(differing, differing), ['planted-twin']);
    assert.deepEqual(refused({ twins: { ...sound.twins, latency: [] } }), ['planted-twin']);
  });
});

it('a run on planted contestants is compared by the rounds and blocks that all of them have', () => {
  const { rates } = runOf();
  const five = { ...rates.five, 3: { b: 85 }, 4: {} };
  const tables = ratesIn({ rates: { ...rates, five } });
  const blocks = tables.map((table) => table.map((row) => row.length));
  assert.deepEqual(
    blocks,
    Array.from({ length: 9 }, (_, round) => Array(4).fill(round === 3 ? 1 : 2)),
  );
});

it('so many planted faults are required that a bench with enough power finds fewer in at most one series of ten', () => {
  const least = [0, 1, 3, 10, 20].map((planted) => leastFound(planted));
  assert.deepEqual(least, [0, 1, 2, 9, 18]);
  assert.equal(leastFound(10, 0.6), 4);
  assert.deepEqual([3, 6, 20].map(mostAlarms), [1, 1, 2]);
});

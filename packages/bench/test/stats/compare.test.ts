import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareWithBaseline } from '../../src/stats/compare.ts';
import { pairedRatio } from '../../src/stats/paired-ratio.ts';
import { seededRandom } from '../../src/stats/random.ts';

const throughput = { margin: 0.05, higherIsBetter: true };

/** Rounds around a centre with a relative scatter, seeded. */
function rounds(count: number, centre: number, scatter: number, seed: string): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => centre * Math.exp(scatter * random.normal()));
}

test('each contestant gets its ratio to the baseline and the verdict that goes with it', () => {
  const baseline = rounds(12, 100, 0.005, 'baseline');
  const compared = compareWithBaseline(
    baseline,
    [
      { id: 'double', values: rounds(12, 200, 0.005, 'double') },
      { id: 'half', values: rounds(12, 50, 0.005, 'half') },
      { id: 'twin', values: rounds(12, 100, 0.005, 'twin') },
      { id: 'noisy', values: rounds(12, 100, 0.3, 'noisy') },
    ],
    throughput,
  );
  assert.deepEqual(
    compared.map(({ id, verdict }) => [id, verdict]),
    [
      ['double', 'faster'],
      ['half', 'slower'],
      ['twin', 'equivalent'],
      ['noisy', 'inconclusive'],
    ],
  );
  assert.ok(Math.abs((compared[0]?.ratio.estimate ?? 0) - 2) < 0.02);
});

test('p-values are adjusted over the family', () => {
  const baseline = rounds(8, 100, 0.01, 'b');
  const values = rounds(8, 120, 0.01, 'v');
  const three = ['x', 'y', 'z'].map((id) => ({ id, values }));
  const alone = pairedRatio(values, baseline).p;
  assert.equal(alone, 2 / 256);
  for (const { p } of compareWithBaseline(baseline, three, throughput)) assert.equal(p, 3 * alone);
});

test('six rounds are too few for three comparisons, and say how many it takes', () => {
  const baseline = rounds(6, 100, 0.001, 'b');
  const three = ['x', 'y', 'z'].map((id) => ({ id, values: rounds(6, 120, 0.001, id) }));
  for (const { verdict, roundsNeeded } of compareWithBaseline(baseline, three, throughput)) {
    assert.deepEqual({ verdict, roundsNeeded }, { verdict: 'inconclusive', roundsNeeded: 7 });
  }
});

test('an inconclusive comparison prints more rounds than it had, others print none', () => {
  const baseline = rounds(10, 100, 0.05, 'b');
  const others = [
    { id: 'same', values: rounds(10, 100, 0.05, 'same') },
    { id: 'far', values: rounds(10, 300, 0.05, 'far') },
  ];
  const [same, far] = compareWithBaseline(baseline, others, throughput);
  assert.equal(same?.verdict, 'inconclusive');
  assert.ok((same.roundsNeeded ?? 0) > 10 && (same.mde ?? 0) > 0.05);
  assert.ok(far && !('roundsNeeded' in far));
});

test('two rounds are indicative, without an effect they could detect', () => {
  const [only] = compareWithBaseline([100, 101], [{ id: 'x', values: [200, 201] }], throughput);
  assert.equal(only?.verdict, 'indicative');
  assert.equal(only.ratio.indicative, true);
  assert.ok(!('mde' in only) && !('roundsNeeded' in only));
});

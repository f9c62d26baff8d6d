import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '@cpu-bound/stats/random';
import { ACCEPTANCE, leastFound } from '../../src/selfcheck/acceptance.ts';
import { type Experiment, findingsOf, ratioOf } from '../../src/selfcheck/twins.ts';

/** Makes rounds; each has three blocks with a throughput that scatters by 1 %, and that `faster` multiplies. */
function roundsOf(seed: string, faster = 1): ReadonlyMap<string, number>[] {
  const random = seededRandom(seed);
  return Array.from(
    { length: ACCEPTANCE.rounds },
    () => new Map(['0', '1', '2'].map((block) => [block, 300 * faster * Math.exp(0.01 * random.normal())])),
  );
}

/** Makes experiments whose twins and planted difference have these ratios. */
const experimentsOf = (twins: readonly number[], planted = 0.95): Experiment[] =>
  twins.map((twin, index) => ({
    twin: ratioOf(roundsOf(`baseline ${index}`), roundsOf(`twin ${index}`, twin)),
    planted: ratioOf(roundsOf(`baseline ${index}`), roundsOf(`planted ${index}`, planted)),
  }));

const okOf = (experiments: readonly Experiment[]) => findingsOf(experiments).map(({ id, ok }) => [id, ok]);

test('twins are compared at the level of six pairs; this interval contains the unadjusted one', () => {
  const { inRun, unadjusted } = ratioOf(roundsOf('a'), roundsOf('b', 0.9));
  assert.ok(inRun.level > 1 - 0.05 / 6 && inRun.level < 0.995, `level ${inRun.level}`);
  assert.ok(unadjusted.level >= 0.95 && unadjusted.level < 0.97, `level ${unadjusted.level}`);
  assert.ok(inRun.low < unadjusted.low && unadjusted.high < inRun.high);
  assert.equal(inRun.estimate, unadjusted.estimate);
  assert.ok(Math.abs(inRun.estimate - 0.9) < 0.01, 'the other ÷ the baseline');
});

test('twins that are alike, and a planted difference that is found, are accepted', () => {
  const experiments = experimentsOf(Array.from({ length: 20 }, () => 1));
  assert.deepEqual(okOf(experiments), [
    ['a-a', true],
    ['planted', true],
  ]);
});

test('one twin that differs is accepted, two are not', () => {
  const twins = Array.from({ length: 18 }, () => 1);
  assert.deepEqual(okOf(experimentsOf([0.95, 1, ...twins]))[0], ['a-a', true]);
  assert.deepEqual(okOf(experimentsOf([0.95, 1.05, ...twins]))[0], ['a-a', false]);
});

test('a planted difference is found if the program with more work is slower, and not if it is faster', () => {
  const twins = Array.from({ length: 20 }, () => 1);
  assert.deepEqual(okOf(experimentsOf(twins, 1))[1], ['planted', false]);
  assert.deepEqual(okOf(experimentsOf(twins, 1.05))[1], ['planted', false]);
});

test('a planted difference must be found only where the interval is narrow enough to show it', () => {
  const planted = (low: number, high: number): Experiment => {
    const inRun = { ...ratioOf(roundsOf('a'), roundsOf('b')).inRun, estimate: 0.95, low, high };
    const twin = ratioOf(roundsOf('a'), roundsOf('b'));
    return { twin, planted: { inRun, unadjusted: inRun } };
  };
  const [narrow, missed, wide] = [planted(0.93, 0.97), planted(0.975, 1.01), planted(0.9, 1.01)];
  const last = (experiments: readonly Experiment[]) => findingsOf(experiments)[1];
  assert.equal(last([narrow, ...Array.from({ length: 9 }, () => wide)])?.ok, true);
  assert.match(last([narrow, wide])?.observed ?? '', /^found in 1 of these, and in 1 of all$/);
  assert.equal(last([narrow, missed])?.ok, false);
  assert.equal(last([narrow, narrow, missed])?.ok, true);
  assert.equal(last([wide, wide])?.ok, false);
});

test('so many planted faults are required that a bench with enough power finds fewer in at most one series of ten', () => {
  assert.deepEqual(
    [0, 1, 3, 10, 20].map((planted) => leastFound(planted)),
    [0, 1, 2, 9, 18],
  );
  assert.equal(leastFound(10, 0.6), 4);
});

test('the findings also count the differences by the intervals at 95 %', () => {
  const interval = (low: number, high: number) => ({
    ...ratioOf(roundsOf('a'), roundsOf('b')).inRun,
    low,
    high,
  });
  const ratio = { inRun: interval(0.99, 1.01), unadjusted: interval(1.001, 1.005) };
  const [finding] = findingsOf(Array.from({ length: 20 }, () => ({ twin: ratio, planted: ratio })));
  assert.match(finding?.observed ?? '', /^0 different \(20 by an interval at 95 % for itself\)/);
});

test('rounds without a measurement are an error', () => {
  assert.throws(() => ratioOf([], []), RangeError);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../src/stats/random.ts';
import { trend } from '../../src/stats/trend.ts';
import { close } from './arms.ts';

/** Share of seeded windows for which `alarms` holds; bins come from an AR(1) process around 100. */
function share(correlation: number, alarms: (bins: number[]) => boolean): number {
  const random = seededRandom(`trend/${correlation}`);
  let hits = 0;
  for (let window = 0; window < 400; window++) {
    let state = random.normal() / Math.sqrt(1 - correlation ** 2);
    const bins = Array.from({ length: 40 }, () => {
      state = correlation * state + random.normal();
      return 100 + 3 * state;
    });
    if (alarms(bins)) hits++;
  }
  return hits / 400;
}

test('bins without autocorrelation give the p-value and slope of pymannkendall', () => {
  const found = trend([10, 10.2, 10.1, 10.4, 10.3, 10.6, 10.6, 10.9, 10.8, 11, 11.3, 11.1]);
  assert.ok(close(found.p, 0.00011854146541478983));
  assert.ok(close(found.drift, ((1 / 9) * 11) / (127.3 / 12)));
  assert.equal(found.trending, true);
});

test('the Nile, 1871 to 1900, has no monotone trend', () => {
  const nile = [
    1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958,
    1140, 1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840,
  ];
  const found = trend(nile);
  assert.ok(close(found.p, 0.592096975885398));
  assert.equal(found.trending, false);
});

test('a warm-up that bends and levels off is found, upwards and downwards', () => {
  const random = seededRandom(1);
  const warming = Array.from({ length: 20 }, (_, i) => 100 * (1 - 0.3 * Math.exp(-i / 7)) + random.normal());
  assert.equal(trend(warming).trending, true);
  assert.ok(trend(warming).drift > 0.05);
  assert.equal(trend(warming.map((bin) => 1000 / bin)).trending, true);
  assert.ok(trend(warming.map((bin) => 1000 / bin)).drift < -0.05);
});

test('a small drift is not flagged, however certain', () => {
  const creeping = Array.from({ length: 30 }, (_, i) => 100 + 0.1 * i);
  assert.ok(trend(creeping).p < 1e-6);
  assert.equal(trend(creeping).trending, false);
});

test('one stalled bin neither makes a trend nor hides one', () => {
  const flat = Array.from({ length: 20 }, (_, i) => (i === 19 ? 500 : 100 + (i % 3)));
  assert.equal(trend(flat).trending, false);
  const rising = Array.from({ length: 20 }, (_, i) => (i === 19 ? 1 : 100 + i));
  assert.equal(trend(rising).trending, true);
});

test('independent bins alarm about once in a hundred windows, correlated ones not ten times as often', () => {
  assert.ok(share(0, (bins) => trend(bins).p < 0.01) < 0.025);
  assert.ok(share(0.5, (bins) => trend(bins).p < 0.01) < 0.1);
});

test('constant bins, and too few to tell, have no trend', () => {
  assert.deepEqual(trend([5, 5, 5, 5]), { p: 1, drift: 0, trending: false });
  assert.deepEqual(trend([0, 0, 0]), { p: 1, drift: 0, trending: false });
  assert.deepEqual(trend([1, 9]), { p: 1, drift: 0, trending: false });
  assert.throws(() => trend([]), RangeError);
});

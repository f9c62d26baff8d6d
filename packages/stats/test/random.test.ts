import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mean, standardDeviation } from '../src/moments.ts';
import { seededRandom } from '../src/random.ts';

const draws = (count: number, draw: () => number) => Array.from({ length: count }, draw);

test('the same seed gives the same stream, today and in a year', () => {
  const random = seededRandom('run/3');
  assert.deepEqual(draws(3, random.next), [0.6543947622894822, 0.2061810163731187, 0.9013579870786638]);
  assert.equal(seededRandom(7).next(), seededRandom('7').next());
});

test('neighbouring seeds give unrelated streams', () => {
  const first = draws(2000, () => 0).map((_, seed) => seededRandom(seed).next());
  assert.equal(new Set(first).size, first.length);
  const products = first.slice(1).map((value, i) => (value - 0.5) * ((first[i] as number) - 0.5));
  // Correlation of uniform neighbours: standard error 1/√2000.
  assert.ok(Math.abs(mean(products) * 12) < 4 / Math.sqrt(2000));
});

test('uniform draws fill [0, 1) evenly', () => {
  const values = draws(20_000, seededRandom(1).next);
  assert.ok(values.every((value) => value >= 0 && value < 1));
  assert.ok(Math.abs(mean(values) - 0.5) < 4 * Math.sqrt(1 / 12 / 20_000));
});

test('exponential and normal draws have the mean and spread they promise', () => {
  const random = seededRandom(2);
  const gaps = draws(20_000, () => random.exponential(5));
  assert.ok(Math.abs(mean(gaps) - 5) < 0.15 && Math.abs(standardDeviation(gaps) - 5) < 0.3);
  const normals = draws(20_000, () => random.normal());
  assert.ok(Math.abs(mean(normals)) < 0.03 && Math.abs(standardDeviation(normals) - 1) < 0.03);
});

test('a shuffle keeps the items, leaves its input alone and reaches every order equally often', () => {
  const random = seededRandom(3);
  const items = ['a', 'b', 'c'] as const;
  const seen = new Map<string, number>();
  for (let i = 0; i < 6000; i++) {
    const order = random.shuffle(items).join('');
    seen.set(order, (seen.get(order) ?? 0) + 1);
  }
  assert.deepEqual(items, ['a', 'b', 'c']);
  assert.equal(seen.size, 6);
  for (const times of seen.values()) assert.ok(Math.abs(times - 1000) < 4 * Math.sqrt(1000 * (5 / 6)));
});

test('a range that is not a positive integer is refused', () => {
  assert.throws(() => seededRandom(1).below(0), RangeError);
  assert.throws(() => seededRandom(1).below(2.5), RangeError);
});

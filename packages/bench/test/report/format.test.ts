import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as format from '../../src/report/format.ts';

const interval = (estimate: number, low: number, high: number) => ({
  estimate,
  low,
  high,
  level: 0.95,
  n: 7,
  indicative: false,
});

describe('a number', () => {
  const cases: [number, string][] = [
    [0, '0'],
    [0.0123, '0.0123'],
    [0.5, '0.500'],
    [1.2345, '1.23'],
    [12.345, '12.3'],
    [403.4, '403'],
    [12_345.6, '12,346'],
    [-1.2345, '-1.23'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
  ];
  for (const [value, text] of cases) {
    it(`${value} is ${text}`, () => assert.equal(format.number(value), text));
  }
});

it('an interval has its bounds in brackets', () => {
  assert.equal(format.interval(interval(403, 398.2, 409)), '403 [398, 409]');
  assert.equal(format.percent(interval(0.507, 0.495, 0.52)), '51 % [50, 52]');
  assert.equal(format.ratio(interval(1.931, 1.902, 1.96)), '1.93× [1.90, 1.96]');
});

it('a duration is in milliseconds below a second', () => {
  assert.deepEqual([0.42, 999, 1_000, 1_240].map(format.duration), [
    '0.420 ms',
    '999 ms',
    '1.00 s',
    '1.24 s',
  ]);
});

it('an input is what the workload gets, without the load', () => {
  assert.equal(format.input({ upTo: 200_000, list: 'true', connections: 50 }), 'upTo=200000 list=true');
});

it('a column of ranges says that it has no verdict', () => {
  const range = { ...interval(1, 1, 1), n: 2, indicative: true };
  assert.match(format.intervalNote([range]), /smallest and largest of n = 2 rounds: indicative, no verdict/);
  assert.match(format.intervalNote([{ ...range, n: 1 }]), /n = 1 round:/);
  assert.match(format.intervalNote([interval(1, 1, 1)]), /95 % interval over n = 7 rounds/);
  assert.equal(format.intervalNote([]), '');
});

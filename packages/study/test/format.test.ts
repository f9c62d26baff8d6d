import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as format from '../src/format.ts';
import { interval } from './fixtures/compared.ts';

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
    it(`${value} reads ${text}`, () => assert.equal(format.number(value), text));
  }
});

it('an interval has its bounds in brackets', () => {
  assert.equal(format.interval(interval(403, 398.2, 409)), '403 [398, 409]');
  assert.equal(format.percent(interval(0.507, 0.495, 0.52)), '51 % [50, 52]');
  assert.equal(format.ratio(interval(1.931, 1.902, 1.96)), '1.93× [1.90, 1.96]');
  assert.equal(format.ratio(interval(1.06, 1.0041, 1.1)), '1.06× [1.004, 1.10]', 'it is not 1');
  assert.equal(format.ratio(interval(1, 0.996, 1.004)), '1.00× [1.00, 1.00]');
});

it('a count has whole bounds that hold the interval, and stands alone if it was the same each time', () => {
  assert.equal(format.integers(interval(43_500, 43_374.82, 43_624.821)), '43,500 [43,374, 43,625]');
  assert.equal(format.integers(interval(12, 12, 12)), '12');
});

it('a duration is in milliseconds below a second', () => {
  assert.deepEqual([0.42, 999, 1_000, 1_240].map(format.duration), [
    '0.420 ms',
    '999 ms',
    '1.00 s',
    '1.24 s',
  ]);
});

it('a time beyond the deadline reads as longer than the deadline', () => {
  const shared = {
    contestant: 'single',
    metric: 'hello-p50' as const,
    unit: 'ms',
    condition: { input: {}, setting: {} },
  };
  const cut = { ...shared, ...interval(2_000, 2_000, 2_000), censored: true as const };
  assert.equal(format.interval(cut), '> 2.00 s');
  assert.equal(format.interval({ ...cut, ...interval(900, 300, 2_000) }), '900 [300, > 2,000]');
  assert.equal(format.interval({ ...shared, ...interval(9, 8, 10) }), '9.00 [8.00, 10.0]');
});

describe('a figure for a narrow cell', () => {
  it('has its interval, no finer than the figure, with two digits if the interval is wide', () => {
    assert.equal(format.brief(interval(138, 125.4, 146)), '138 (125–146)');
    assert.equal(format.brief(interval(11.3, 11.1, 11.62)), '11.3 (11.1–11.6)');
    assert.equal(format.brief(interval(11.3, 8.87, 19.94)), '11 (8.9–20)');
    assert.equal(format.brief(interval(1.234, 0.5, 571)), '1.2 (0.50–571)');
  });
  it('shows a bound that is not 0 in full if it would read 0', () =>
    assert.equal(format.brief(interval(189, 0.31, 1_202)), '189 (0.310–1,202)'));
  it('stands alone if it was the same in every round, even if that is 0', () =>
    assert.deepEqual([interval(400, 400, 400), interval(0, 0, 0)].map(format.brief), ['400', '0']));
  it('is a range in parentheses if the rounds are too few', () =>
    assert.deepEqual(
      [interval(403, 398, 409), interval(402.1, 402, 402.2)].map((of) =>
        format.brief({ ...of, indicative: true }),
      ),
      ['(398–409)', '(402)'],
    ));
  it('shows that the bench did not wait longer', () => {
    const cut = { ...interval(9_000, 1_300, 10_000), censored: true as const };
    assert.equal(format.brief(cut), '9,000 (1,300–> 10,000)');
    assert.equal(format.brief({ ...cut, estimate: 10_000 }), '> 10.0 s');
  });
});

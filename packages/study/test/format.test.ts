import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as format from '../src/format.ts';
import type { Metric } from '../src/model.ts';

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

it('the cores of a run are those of the machine, unless the services had a part of them', () => {
  assert.equal(format.cores({ cores: 1 }), '1 core');
  assert.equal(format.cores({ cores: 8, part: { of: 16, generators: 8 } }), '8 of 16 cores');
});

it('a number of rounds in a sentence takes its verb', () => {
  assert.equal(format.thereWere(1, 'round'), 'There was 1 round');
  assert.equal(format.thereWere(7, 'round'), 'There were 7 rounds');
});

it('a duration is in milliseconds below a second', () => {
  assert.deepEqual([0.42, 999, 1_000, 1_240].map(format.duration), [
    '0.420 ms',
    '999 ms',
    '1.00 s',
    '1.24 s',
  ]);
});

it('an input shows what the workload gets, without the load', () => {
  const condition = { input: { upTo: '200000', list: 'true' }, setting: { connections: 50 } };
  assert.equal(format.input(condition), 'upTo=200000 list=true');
});

it('an input without a query belongs to a function with arguments', () => {
  assert.equal(format.input({ input: {}, setting: {} }), 'the same arguments each time');
});

it('a load names the throughput of which it is a share', () => {
  const load = (of: 'slowest' | 'own') => format.load({ input: {}, setting: { load: 0.8, of } });
  assert.equal(load('slowest'), '80 % of the throughput of the slowest');
  assert.equal(load('own'), '80 % of its own throughput');
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

it('a verdict is a word and a mark, and too few rounds give none', () => {
  const shared = { contestant: 'cluster', against: 'single', metric: 'throughput' as const };
  const wordsOf = (changes: object) =>
    format.verdict({
      ...shared,
      condition: { input: {}, setting: {} },
      ratio: interval(1.02, 0.97, 1.08),
      verdict: 'inconclusive',
      ...changes,
    });
  assert.equal(wordsOf({ verdict: 'better' }), '▲ better');
  assert.equal(wordsOf({}), '? inconclusive');
  assert.equal(wordsOf({ ratio: { ...interval(1, 1, 1), indicative: true } }), '· too few rounds');
});

it('a column of ranges states that it has no verdict', () => {
  const range = { ...interval(1, 1, 1), n: 2, indicative: true };
  assert.match(
    format.intervalNote([range]),
    /smallest and largest of n = 2 rounds: too few for an interval\./,
  );
  assert.match(format.intervalNote([interval(1, 1, 1)]), /95 % interval over n = 7 rounds/);
  assert.match(format.intervalNote([interval(1, 1, 1), { ...interval(1, 1, 1), n: 8 }]), /n = 7 or 8 rounds/);
  assert.equal(format.intervalNote([]), '');
});

it('a percentile names its window, and counts windows', () => {
  const each = Array.from({ length: 20 }, (_, index) => ({ round: index >> 1, fromDue: 1, fromSent: 1 }));
  const p99 = { ...interval(1, 1, 1), n: 20, windows: { seconds: 5, each } };
  assert.equal(
    format.intervalNote([interval(1, 1, 1), p99]),
    'In brackets the 95 % interval over n = 7 rounds. Percentiles are those of the typical 5 s window: the median over windows. In brackets the 95 % interval over n = 20 windows.',
  );
  assert.equal(format.roundsOf({ ...p99, rounds: Array(10).fill(1) }), 10);
});

it('windows of two lengths are named in one sentence, and each at its own condition', () => {
  const windows = (seconds: number, load: number): Metric => ({
    ...interval(1, 1, 1),
    contestant: 'single',
    metric: 'latency-p50',
    unit: 'ms',
    condition: { input: {}, setting: { load } },
    windows: { seconds, each: [] },
  });
  const [short, long] = [windows(0.35, 0.5), windows(5, 0.6)];
  assert.match(
    format.intervalNote([long, short]),
    /typical 0\.35 s or 5 s window: the median over windows\./,
  );
  assert.equal(format.windowsUnder(long.condition, [short, long]), ', windows of 5 s');
  assert.equal(format.windowsUnder(long.condition, [long]), '');
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

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { roundCount } from '../src/analyse/look-up.ts';
import type { Metric } from '../src/model/analysis.ts';
import * as wording from '../src/wording.ts';
import { interval } from './fixtures/compared.ts';

it('the cores of a run are those of the machine, unless the services had a part of them', () => {
  assert.equal(wording.cores({ cores: 1 }), '1 core');
  assert.equal(wording.cores({ cores: 8, part: { of: 16, generators: 8 } }), '8 of 16 cores');
});

it('an input shows what the workload gets, without the load', () => {
  const condition = { input: { upTo: '200000', list: 'true' }, setting: { connections: 50 } };
  assert.equal(wording.input(condition), 'upTo=200000 list=true');
});

it('an input without a query belongs to a function with arguments', () => {
  assert.equal(wording.input({ input: {}, setting: {} }), 'the same arguments each time');
});

it('a load names the throughput of which it is a share', () => {
  const load = (of: 'slowest' | 'own') => wording.load({ input: {}, setting: { load: 0.8, of } });
  assert.equal(load('slowest'), '80 % of the throughput of the slowest');
  assert.equal(load('own'), '80 % of its own throughput');
});

it('a column of ranges states that it has no verdict', () => {
  const range = interval(1, 1, 1, { n: 2, indicative: true });
  const ranges = wording.intervalNote([range]);
  assert.match(ranges, /smallest and largest of n = 2 rounds: too few for an interval\./);
  assert.match(wording.intervalNote([interval(1, 1, 1)]), /95 % interval over n = 10 rounds/);
  const rounds = wording.intervalNote([interval(1, 1, 1), interval(1, 1, 1, { n: 11 })]);
  assert.match(rounds, /n = 10 or 11 rounds/);
  assert.equal(wording.intervalNote([]), '');
});

it('a percentile names its window, and counts windows', () => {
  const each = Array.from({ length: 20 }, (_, index) => ({ round: index >> 1, fromDue: 1, fromSent: 1 }));
  const p99 = { ...interval(1, 1, 1), n: 20, windows: { seconds: 5, each } };
  assert.equal(
    wording.intervalNote([interval(1, 1, 1), p99]),
    'In brackets the 95 % interval over n = 10 rounds. Percentiles are those of the typical 5 s window: the median over windows. In brackets the 95 % interval over n = 20 windows.',
  );
  assert.equal(roundCount({ ...p99, rounds: Array(10).fill(1) }), 10);
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
  const note = wording.intervalNote([long, short]);
  assert.match(note, /typical 0\.35 s or 5 s window: the median over windows\./);
  assert.equal(wording.windowsUnder(long.condition, [short, long]), ', windows of 5 s');
  assert.equal(wording.windowsUnder(long.condition, [long]), '');
});

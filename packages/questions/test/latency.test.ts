import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { caseLine } from '@cpu-bound/report/answers/case';
import { present } from '@cpu-bound/report/tables/markdown';
import { HEADLINE_CLOSED, type WindowResult } from '@cpu-bound/study/model';
import { config } from '@cpu-bound/study/test/config';
import { analysed, type Made, metricIn, pairsOn } from '@cpu-bound/study/test/measured';
import {
  closedWindow,
  completed,
  loadResult,
  openWindow,
  sampledResult,
  sitting,
} from '@cpu-bound/study/test/run';
import * as wording from '@cpu-bound/study/wording';
import { type LatencyAnalysis, latency as spec } from '../src/questions/latency.ts';
import { asQuestion } from '../src/questions.ts';
import { decided } from './fixtures/analysis.ts';

const latency = asQuestion(spec);
const window = openWindow({ load: 0.6, of: 'fastest' });
const { condition: high } = window;
const throughput = { single: 200, cluster: 400, threads: 380 };
const PER_SECOND = 240;

/** The latencies of a window as multiples of the usual ones, and the share that other programs used of the CPU time. */
type Odd = { readonly slow?: number; readonly foreign?: number };

/**
 * Eight rounds at the high rate; `leftOutIn` selects the rounds in which a contestant was left out. `odd` has windows that
 * differ, as `cluster 2`.
 */
function rounds(
  leftOutIn: Readonly<Record<string, (round: number) => boolean>>,
  odd: Readonly<Record<string, Odd>> = {},
  planned = window,
) {
  const names = Object.keys(throughput);
  const closed = { ...closedWindow(), id: HEADLINE_CLOSED };
  const made = Array.from({ length: 8 }, (_, index): Made => {
    const trial = sitting(index + 1, names, [closed, planned]);
    const overloaded = names.filter((name) => leftOutIn[name]?.(index + 1));
    const open = names
      .filter((name) => !overloaded.includes(name))
      .map((subject): WindowResult => {
        const { slow = 1, foreign = 0.01 } = odd[`${subject} ${index + 1}`] ?? {};
        const open = sampledResult(`samples-${slow}`, 'lags', { perSecond: PER_SECOND, seconds: 4 });
        return { subject, open, usage: { generatorCpu: 0.1, foreign } };
      });
    const result = completed(trial, [
      Object.entries(throughput).map(([subject, perSecond]) => ({ subject, load: loadResult(perSecond) })),
      open,
    ]);
    const [first, second] = result.blocks;
    if (!first || !second) return assert.fail();
    return { trial, result: { ...result, blocks: [first, { ...second, overloaded }] } };
  });
  const samples = Array.from({ length: 300 }, (_, index) => 8 + index / 100);
  const times = [1, ...Object.values(odd).map(({ slow = 1 }) => slow)];
  return analysed(
    made,
    { scenarios: ['latency'] },
    {
      ...Object.fromEntries(times.map((slow) => [`samples-${slow}`, samples.map((ms) => slow * ms)])),
      lags: samples.map(() => 0),
    },
  );
}

describe('the reader’s own rate', () => {
  const windowsOf = (rate?: number) =>
    (latency.plan(config(rate === undefined ? {} : { rate })).sitting ?? []).map(({ window }) => window.id);

  it('is measured in addition to the two that are multiples of throughputs', () => {
    const usual = windowsOf();
    assert.deepEqual(windowsOf(200), [...usual, 'open-given-200']);
  });

  it('has windows that are long enough for a p99, which takes 100 requests', () => {
    const secondsAt = (rate: number) =>
      latency.plan(config({ rate })).sitting?.find(({ window }) => window.id.startsWith('open-given'))?.window
        .seconds;
    assert.equal(secondsAt(200), config().profile.openSeconds);
    assert.equal(secondsAt(4), 25);
  });

  it('is named by its number, not as a multiple', () =>
    assert.equal(
      wording.load({ input: {}, setting: { load: 200, of: 'given' } }),
      '200 requests/s, as asked for',
    ));
});

describe('a contestant that a rate would keep busier than 90 % of its time', () => {
  const analysis = rounds({ single: () => true });

  it('is overloaded there, by its own throughput in the same rounds, and has no latency', () => {
    assert.equal(metricIn(analysis, 'single', 'overloaded', high)?.estimate.toFixed(3), '1.200');
    assert.equal(metricIn(analysis, 'single', 'latency-p50', high), undefined);
    assert.equal(metricIn(analysis, 'single', 'utilisation', high), undefined);
  });

  it('is in no pair, while the others are in theirs', () => {
    const names = pairsOn(analysis, 'latency-p50').map(({ contestant, against }) => [contestant, against]);
    assert.deepEqual(names, [['threads', 'cluster']]);
  });

  it('leaves the others their latency, and their utilisation', () => {
    assert.ok(metricIn(analysis, 'cluster', 'latency-p50', high));
    assert.equal(metricIn(analysis, 'cluster', 'utilisation', high)?.estimate.toFixed(3), '0.600');
    assert.equal(metricIn(analysis, 'cluster', 'offered', high)?.estimate.toFixed(1), '240.0');
    assert.equal(metricIn(analysis, 'cluster', 'overloaded', high), undefined);
  });

  it('is overloaded at the reader’s rate, and so is every other, if no contestant can take that', () => {
    const always = () => true;
    const planned = openWindow({ load: 600, of: 'given' });
    const beyondAll = rounds({ single: always, cluster: always, threads: always }, {}, planned);
    for (const [id, busy] of [
      ['single', '3.000'],
      ['cluster', '1.500'],
    ] as const)
      assert.equal(metricIn(beyondAll, id, 'overloaded', planned.condition)?.estimate.toFixed(3), busy);
    assert.match(
      caseLine(decided(beyondAll), { rate: 600, p99: 100 }),
      /: \*\*single\*\* ✗ at most 200\/s; .*\. No strategy keeps it\. That takes at least /,
    );
  });

  it('is overloaded if it was left out in most rounds, and measured if it was left out in few', () => {
    const leftOutInMost = rounds({ single: (round) => round > 2 });
    assert.equal(metricIn(leftOutInMost, 'single', 'latency-p50', high), undefined);
    assert.ok(metricIn(leftOutInMost, 'single', 'overloaded', high));
    const leftOutInFew = rounds({ threads: (round) => round === 1 });
    assert.equal(metricIn(leftOutInFew, 'threads', 'latency-p50', high)?.n, 7);
    assert.equal(metricIn(leftOutInFew, 'threads', 'overloaded', high), undefined);
  });
});

describe('a window that differs from the others of its contestant', () => {
  const said = (odd: Readonly<Record<string, Odd>>) => {
    const analysis = decided(rounds({ single: () => true }, odd));
    const found = analysis.scenarios.latency as LatencyAnalysis;
    const { says } = latency.section(found, { analysis, chart: () => '' });
    return present(says).filter((sentence) => /Round \d|CPU time/.test(sentence));
  };

  it('is told if its tail is over three times as long, with what else was slow, and other programs', () => {
    assert.deepEqual(said({ 'cluster 2': { slow: 3.5 }, 'threads 2': { slow: 2 } }), [
      'cluster had a p99 over 3 times its median in 1 of 8 windows at 240 requests/s. Round 2: 38.4 ms; threads 2.00× their median there, too',
    ]);
    assert.deepEqual(said({ 'cluster 2': { slow: 3.5, foreign: 0.4 } }), [
      'cluster had a p99 over 3 times its median in 1 of 8 windows at 240 requests/s. Round 2: 38.4 ms; other programs used 40 % of the CPU time; no other was slow there',
    ]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Probe, Window } from '../../src/model/plan.ts';
import type { WindowResult } from '../../src/model/results.ts';
import { analysed, death, type Made, metricIn, pairsOn, withFailures } from '../fixtures/measured.ts';
import { closedWindow, completed, headline, openWindow, sampledResult, sitting } from '../fixtures/run.ts';

/** Two hundred samples of the same milliseconds: every percentile up to p99 has that value. */
const all = (ms: number, count = 200): number[] => Array.from({ length: count }, () => ms);

const probe: Probe = { path: '/hello', perSecond: 40, timeoutMs: 1_000 };
const atRate = openWindow({ load: 0.8, of: 'slowest' });
const { condition: shared } = atRate;
const probed: Window = { ...closedWindow(headline, ['responsiveness']), id: 'saturated', probe };
const { condition: saturated } = probed;

type Samples = { readonly latencies: readonly number[]; readonly lags?: readonly number[] };

/** Rounds of one window, in which every contestant has these samples. */
function rounds(count: number, window: Window, given: Readonly<Record<string, Samples>>) {
  const samples: Record<string, readonly number[]> = {};
  for (const [name, { latencies, lags = latencies.map(() => 0) }] of Object.entries(given)) {
    samples[name] = latencies;
    samples[`${name}/lags`] = lags;
  }
  const made = Array.from({ length: count }, (_, index): Made => {
    const trial = sitting(index + 1, Object.keys(given), [window]);
    const windows = Object.keys(given).map((subject): WindowResult => {
      const result = sampledResult(subject, `${subject}/lags`);
      return window.probe ? { subject, probe: result } : { subject, open: result };
    });
    return { trial, result: completed(trial, [windows]) };
  });
  return analysed(made, { scenarios: ['latency', 'responsiveness'] }, samples);
}

/** Rounds of two contestants, in which `cluster` has the named samples in each window. */
function analysisOf(
  files: readonly (readonly string[])[],
  samples: Readonly<Record<string, readonly number[]>>,
) {
  const made = files.map((own, index): Made => {
    const trial = sitting(
      index + 1,
      ['single', 'cluster'],
      own.map(() => atRate),
    );
    const windows = own.map((file) => [
      { subject: 'single', open: sampledResult('usual', 'none', { computeMs: 5 }) },
      { subject: 'cluster', open: sampledResult(file, 'none', { computeMs: file === 'stalled' ? 6 : 5 }) },
    ]);
    return { trial, result: completed(trial, windows) };
  });
  return analysed(made, { scenarios: ['latency'] }, samples);
}

it('a window that a contestant missed because it had ended by itself has the time that the bench waits for an answer', () => {
  const samples = { usual: all(10), none: [], a: all(7) };
  const made = Array.from({ length: 3 }, (_, index): Made => {
    const trial = sitting(index + 1, ['single', 'cluster'], [atRate]);
    const windows = [
      { subject: 'single', open: sampledResult('usual') },
      ...(index === 1 ? [] : [{ subject: 'cluster', open: sampledResult('a') }]),
    ];
    const ended = { trial, result: completed(trial, [windows]) };
    return index === 1 ? withFailures(ended, death('cluster')) : ended;
  });
  const analysis = analysed(made, { scenarios: ['latency'] }, samples);
  assert.deepEqual(
    metricIn(analysis, 'cluster', 'latency-p99', shared)?.rounds?.map(Math.round),
    [7, 10_000, 7],
  );
  assert.deepEqual(metricIn(analysis, 'cluster', 'unanswered', shared)?.rounds, [0, 1, 0]);
});

describe('a percentile', () => {
  it('is the median over windows of each window’s own percentile', () => {
    const samples = { usual: all(10), none: [], a: all(7), b: all(8), c: all(40) };
    const analysis = analysisOf([['a'], ['c'], ['b']], samples);
    const found = metricIn(analysis, 'cluster', 'latency-p90', shared);
    assert.deepEqual(
      [found?.estimate, found?.low, found?.high, found?.indicative, found?.n],
      [8, 7, 40, true, 3],
    );
  });

  it('uses only windows with enough samples: 20 for a p90, 100 for a p99, 1,000 for a p99.9', () => {
    const analysis = rounds(2, atRate, {
      single: { latencies: all(30, 100) },
      cluster: { latencies: all(7, 19) },
    });
    const has = (id: string) =>
      (['p50', 'p90', 'p99', 'p99.9'] as const).filter((p) => metricIn(analysis, id, `latency-${p}`, shared));
    assert.deepEqual([has('single'), has('cluster')], [['p50', 'p90', 'p99'], ['p50']]);
  });

  it('counts each window of a round, and stores the windows with their length', () => {
    const analysis = analysisOf([['quick', 'slow']], {
      usual: all(10),
      quick: all(10),
      slow: all(40),
      none: [],
    });
    const found = metricIn(analysis, 'cluster', 'latency-p50', shared);
    assert.deepEqual([found?.n, found?.estimate, found?.windows?.seconds], [2, 25, 5]);
    assert.deepEqual(found?.windows?.each, [
      { round: 1, fromDue: 10, fromSent: 10 },
      { round: 1, fromDue: 40, fromSent: 40 },
    ]);
    assert.deepEqual(found?.rounds?.map(Math.round), [20]); // √(10 · 40)
  });

  it('does not change with one bad window of ten, which also leaves the verdicts and is reported', () => {
    const samples = { usual: all(30), quick: all(10), stalled: all(50), none: [] };
    const [calm, disturbed] = [-1, 3].map((bad) =>
      analysisOf(
        Array.from({ length: 10 }, (_, index) => [index === bad ? 'stalled' : 'quick']),
        samples,
      ),
    );
    for (const analysis of [calm, disturbed]) {
      const found = analysis && metricIn(analysis, 'cluster', 'latency-p99', shared);
      assert.deepEqual([found?.estimate, found?.low, found?.high], [10, 10, 10]);
      const [pair] = analysis ? pairsOn(analysis, 'latency-p99') : [];
      assert.deepEqual([pair?.ratio.estimate.toFixed(3), pair?.verdict], ['0.333', 'better']);
    }
    const [none, bad] = [calm, disturbed].map(
      (analysis) => (analysis?.scenarios.latency as { bad?: unknown } | undefined)?.bad,
    );
    assert.deepEqual(none, []);
    assert.deepEqual(bad, [
      {
        contestant: 'cluster',
        condition: shared,
        percentile: 'p99',
        round: 4,
        ms: 50,
        foreign: undefined,
        others: { single: 1 },
      },
    ]);
  });

  it('exceeds the deadline if half of the windows were not answered', () => {
    const samples = { usual: all(10), lost: all(10_000), none: [] };
    const analysis = analysisOf(
      Array.from({ length: 10 }, (_, index) => [index < 8 ? 'lost' : 'usual']),
      samples,
    );
    const found = metricIn(analysis, 'cluster', 'latency-p99', shared);
    assert.deepEqual([found?.censored, found?.low, found?.high], [true, 10, 10_000]);
    const [pair] = pairsOn(analysis, 'latency-p99');
    assert.equal(pair?.against, 'single');
  });
});

describe('the lateness of the generator', () => {
  const p50 = (ms: number, lag: number, count = 10) => {
    const analysis = rounds(count, atRate, { single: { latencies: all(ms), lags: all(lag) } });
    return metricIn(analysis, 'single', 'latency-p50', shared);
  };

  it('widens the interval down to the values from the send times, if any left late, and leaves the estimate', () => {
    for (const [ms, lag] of [
      [10, 0.3],
      [10, 0],
      [1, 0.4],
    ] as const) {
      const { estimate, low, high } = p50(ms, lag) ?? assert.fail();
      const expected = [ms, ms - lag, ms].map((one) => one.toFixed(4));
      const shown = [estimate, low, high].map((one) => one.toFixed(4));
      assert.deepEqual(shown, expected);
    }
  });

  it('removes the figure if it exceeds a tenth of it and half a millisecond', () => {
    assert.equal(p50(10, 2), undefined);
    assert.equal(p50(10, 2, 2), undefined);
  });

  it('is reported if it removes the figure, and only then', () => {
    const lag = (ms: number) => {
      const given = { single: { latencies: all(10), lags: all(ms) } };
      return metricIn(rounds(10, atRate, given), 'single', 'send-lag', shared)?.estimate.toFixed(3);
    };
    assert.equal(lag(2), '2.000');
    assert.equal(lag(0.4), undefined);
  });

  it('removes the figure without a failure if half of the requests left after their deadline', () => {
    const late = { latencies: all(1_000), lags: all(1_200) };
    const analysis = rounds(2, probed, { single: late, cluster: { latencies: all(2) } });
    assert.equal(metricIn(analysis, 'single', 'hello-p50', saturated), undefined);
    assert.ok(metricIn(analysis, 'cluster', 'hello-p50', saturated));
  });
});

describe('comparisons of percentiles', () => {
  it('cover all pairs, at loads that are the same for all', () => {
    const given = {
      single: { latencies: all(20) },
      cluster: { latencies: all(10) },
      threads: { latencies: all(5) },
    };
    const analysis = rounds(10, atRate, given);
    const pairs = pairsOn(analysis, 'latency-p50').map(({ contestant, against, ratio, verdict }) => [
      `${contestant}/${against}`,
      ratio.estimate.toFixed(3),
      verdict,
    ]);
    assert.deepEqual(pairs, [
      ['cluster/single', '0.500', 'better'],
      ['threads/single', '0.250', 'better'],
      ['threads/cluster', '0.500', 'better'],
    ]);
  });

  it('also exist at a share of each contestant’s own capacity', () => {
    const own = openWindow({ load: 0.8, of: 'own' });
    const given = { single: { latencies: all(20) }, cluster: { latencies: all(10) } };
    const analysis = rounds(10, own, given);
    assert.ok(metricIn(analysis, 'single', 'latency-p50', own.condition));
    const [pair] = pairsOn(analysis, 'latency-p50');
    assert.deepEqual([pair?.contestant, pair?.verdict], ['cluster', 'better']);
  });
});

describe('the light route during a load', () => {
  it('has percentiles of its own, up to p99', () => {
    const analysis = rounds(10, probed, { single: { latencies: all(250) }, cluster: { latencies: all(2) } });
    assert.equal(metricIn(analysis, 'single', 'hello-p50', saturated)?.estimate.toFixed(3), '250.000');
    assert.equal(metricIn(analysis, 'cluster', 'hello-p90', saturated)?.estimate.toFixed(3), '2.000');
    assert.equal(metricIn(analysis, 'cluster', 'hello-p50', saturated)?.censored, undefined);
    const [pair] = pairsOn(analysis, 'hello-p50');
    assert.deepEqual([pair?.contestant, pair?.against, pair?.verdict], ['cluster', 'single', 'better']);
  });

  it('exceeds the probe’s deadline if it is not answered by then, and takes part in no ratio', () => {
    const given = {
      single: { latencies: all(probe.timeoutMs) },
      cluster: { latencies: all(2) },
      threads: { latencies: all(4) },
    };
    const analysis = rounds(10, probed, given);
    const single = metricIn(analysis, 'single', 'hello-p50', saturated);
    assert.deepEqual([single?.censored, single?.estimate.toFixed(3)], [true, '1000.000']);
    const pairs = pairsOn(analysis, 'hello-p50').map(({ contestant, against }) => `${contestant}/${against}`);
    assert.deepEqual(pairs, ['threads/cluster']);
  });

  it('is censored if only some rounds reach the deadline, because its interval does', () => {
    const samples = { long: all(1_000), short: all(300), none: all(0) };
    const made = Array.from({ length: 8 }, (_, index): Made => {
      const trial = sitting(index + 1, ['single'], [probed]);
      const file = index % 2 === 0 ? 'long' : 'short';
      const window = { subject: 'single', probe: sampledResult(file) };
      return { trial, result: completed(trial, [[window]]) };
    });
    const analysis = analysed(made, { scenarios: ['responsiveness'] }, samples);
    assert.equal(metricIn(analysis, 'single', 'hello-p50', saturated)?.censored, true);
  });
});

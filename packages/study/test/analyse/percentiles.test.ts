import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Probe, Window, WindowResult } from '../../src/model.ts';
import { closedWindow, completed, headline, openWindow, sampledResult, sitting } from '../fixtures/run.ts';
import { analysed, type Made, metricIn, pairsOn } from './measured.ts';

/** Two hundred samples of the same milliseconds: every percentile up to p90 is that. */
const all = (ms: number, count = 200): number[] => Array.from({ length: count }, () => ms);

const probe: Probe = { path: '/hello', perSecond: 40, timeoutMs: 1_000 };
const atRate = openWindow({ load: 0.8, of: 'slowest' });
const { condition: shared } = atRate;
const probed: Window = { ...closedWindow(headline, ['responsiveness']), id: 'saturated', probe };
const { condition: saturated } = probed;

type Samples = { readonly latencies: readonly number[]; readonly lags?: readonly number[] };

/** So many rounds of one window, in each of which every contestant has these samples. */
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

describe('a percentile', () => {
  it('is of the samples of all rounds, where at least twenty lie beyond it', () => {
    const analysis = rounds(2, atRate, {
      single: { latencies: all(30, 100) },
      cluster: { latencies: all(7, 20) },
    });
    assert.equal(metricIn(analysis, 'single', 'latency-p50', shared)?.estimate.toFixed(6), '30.000000');
    assert.equal(metricIn(analysis, 'single', 'latency-p90', shared)?.estimate.toFixed(6), '30.000000');
    assert.equal(metricIn(analysis, 'single', 'latency-p99', shared), undefined);
    assert.ok(metricIn(analysis, 'cluster', 'latency-p50', shared));
    assert.equal(metricIn(analysis, 'cluster', 'latency-p90', shared), undefined);
  });

  it('of a window without a sample is not there', () => {
    const analysis = rounds(2, atRate, { single: { latencies: [] } });
    assert.deepEqual(
      analysis.scenarios.latency?.metrics.filter(({ metric }) => metric.startsWith('latency')),
      [],
    );
  });

  it('takes the samples of all blocks of a round together', () => {
    const trial = sitting(1, ['single'], [atRate, atRate]);
    const result = completed(trial, [
      [{ subject: 'single', open: sampledResult('quick') }],
      [{ subject: 'single', open: sampledResult('slow') }],
    ]);
    const analysis = analysed(
      [{ trial, result }],
      { scenarios: ['latency'] },
      { quick: all(10), slow: all(30) },
    );
    assert.equal(metricIn(analysis, 'single', 'latency-p50', shared)?.estimate.toFixed(6), '10.000000');
    assert.equal(metricIn(analysis, 'single', 'latency-p90', shared)?.estimate.toFixed(6), '30.000000');
  });

  it('is that of all requests, also where one round in eight has all of the slow ones', () => {
    const samples = { usual: all(10), stalled: all(200), none: [] };
    const made = Array.from({ length: 8 }, (_, index): Made => {
      const trial = sitting(index + 1, ['single', 'cluster'], [atRate]);
      const windows = [
        { subject: 'single', open: sampledResult('usual') },
        { subject: 'cluster', open: sampledResult(index === 3 ? 'stalled' : 'usual') },
      ];
      return { trial, result: completed(trial, [windows]) };
    });
    const analysis = analysed(made, { scenarios: ['latency'] }, samples);
    assert.equal(metricIn(analysis, 'cluster', 'latency-p50', shared)?.estimate.toFixed(3), '10.000');
    assert.equal(metricIn(analysis, 'cluster', 'latency-p90', shared)?.estimate.toFixed(3), '200.000');
    const [pair] = pairsOn(analysis, 'latency-p90');
    assert.deepEqual([pair?.ratio.estimate.toFixed(2), pair?.verdict], ['20.00', 'inconclusive']);
  });
});

describe('how late the generator was', () => {
  const p50 = (ms: number, lag: number, count = 10) => {
    const analysis = rounds(count, atRate, { single: { latencies: all(ms), lags: all(lag) } });
    return metricIn(analysis, 'single', 'latency-p50', shared);
  };

  it('widens the interval down to what the send times give, and moves no estimate', () => {
    const found = p50(10, 0.3);
    assert.equal(found?.estimate.toFixed(4), '10.0000');
    assert.equal(found?.high.toFixed(4), '10.0000');
    assert.equal(found?.low.toFixed(4), '9.7000');
  });

  it('widens nothing where all left in time', () => {
    const found = p50(10, 0);
    assert.equal(found?.low.toFixed(4), '10.0000');
  });

  it('may be half a millisecond where the latency is short', () => {
    const found = p50(1, 0.4);
    assert.equal(found?.low.toFixed(4), '0.6000');
  });

  it('of more than a tenth and half a millisecond leaves no number', () => {
    assert.equal(p50(10, 2), undefined);
    assert.equal(p50(10, 2, 2), undefined);
  });

  it('is told where it leaves no number, and only there', () => {
    const lag = (ms: number) => {
      const given = { single: { latencies: all(10), lags: all(ms) } };
      return metricIn(rounds(10, atRate, given), 'single', 'send-lag', shared)?.estimate.toFixed(3);
    };
    assert.equal(lag(2), '2.000');
    assert.equal(lag(0.4), undefined);
  });

  it('leaves no number and no failure where half of the requests left after their deadline', () => {
    const late = { latencies: all(1_000), lags: all(1_200) };
    const analysis = rounds(2, probed, { single: late, cluster: { latencies: all(2) } });
    assert.equal(metricIn(analysis, 'single', 'hello-p50', saturated), undefined);
    assert.ok(metricIn(analysis, 'cluster', 'hello-p50', saturated));
  });
});

describe('comparisons of percentiles', () => {
  it('are of all pairs, at loads that are the same for all', () => {
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

  it('are made at a share of each one’s own capacity, too', () => {
    const own = openWindow({ load: 0.8, of: 'own' });
    const given = { single: { latencies: all(20) }, cluster: { latencies: all(10) } };
    const analysis = rounds(10, own, given);
    assert.ok(metricIn(analysis, 'single', 'latency-p50', own.condition));
    const [pair] = pairsOn(analysis, 'latency-p50');
    assert.deepEqual([pair?.contestant, pair?.verdict], ['cluster', 'better']);
  });
});

describe('the light route beside a load', () => {
  it('has its own percentiles, up to p99', () => {
    const analysis = rounds(10, probed, { single: { latencies: all(250) }, cluster: { latencies: all(2) } });
    assert.equal(metricIn(analysis, 'single', 'hello-p50', saturated)?.estimate.toFixed(3), '250.000');
    assert.equal(metricIn(analysis, 'cluster', 'hello-p90', saturated)?.estimate.toFixed(3), '2.000');
    assert.equal(metricIn(analysis, 'cluster', 'hello-p50', saturated)?.censored, undefined);
    const [pair] = pairsOn(analysis, 'hello-p50');
    assert.deepEqual([pair?.contestant, pair?.against, pair?.verdict], ['cluster', 'single', 'better']);
  });

  it('that is not answered within the probe’s deadline is longer than that, and stands in no ratio', () => {
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

  it('is censored where only some rounds reach the deadline, for its interval does', () => {
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

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Validity } from '../../src/model/analysis.ts';
import { analysed, closedLoops, type Made } from '../fixtures/measured.ts';
import { closedWindow, completed, openWindow, sampledResult, sitting } from '../fixtures/run.ts';

const single = [200, 210, 190, 205, 195, 202, 198, 201, 203, 197];
const scaled = (by: (round: number) => number) => single.map((rate, round) => rate * by(round));

const only = ({ sentinels }: Validity) => {
  assert.equal(sentinels.length, 1);
  return sentinels[0] ?? assert.fail();
};
const sentinel = (twin: readonly (number | undefined)[], baseline: readonly number[] = single) =>
  only(analysed(closedLoops({ single: baseline, 'single-twin': twin })).validity);

describe('the sentinel', () => {
  it('passes if the whole interval of twin ÷ baseline lies within the margin', () => {
    const found = sentinel(scaled((round) => 1 + (round % 2 === 0 ? 0.004 : -0.003)));
    assert.deepEqual([found.ok, found.differs, found.metric], [true, false, 'throughput']);
    assert.equal(found.ratio.n, 10);
    assert.ok(found.ratio.low > 1 / 1.05 && found.ratio.high < 1.05);
  });

  it('differs if the interval lies beyond 1 and the margin', () => {
    const found = sentinel(scaled((round) => 1.2 + round / 100));
    assert.deepEqual([found.ok, found.differs], [false, true]);
    assert.ok(found.ratio.low > 1);
  });

  it('passes if a difference is shown that is too small to matter', () =>
    assert.deepEqual(sentinel(scaled((round) => 1.01 + round / 10_000)).ok, true));

  it('does not pass if the rounds scatter by more than the margin', () => {
    const found = sentinel(scaled((round) => (round % 2 === 0 ? 1.3 : 0.75)));
    assert.deepEqual([found.ok, found.differs], [false, false]);
  });

  it('does not pass with few rounds, whatever their values', () => {
    const found = sentinel([200, 200], [200, 200]);
    assert.deepEqual([found.ok, found.differs, found.ratio.indicative], [false, false, true]);
  });

  it('is absent if no round has both', () => {
    assert.deepEqual(analysed(closedLoops({ single: [200] })).validity.sentinels, []);
    const apart = analysed(closedLoops({ single: [200, undefined], 'single-twin': [undefined, 200] }));
    assert.deepEqual(apart.validity.sentinels, []);
  });

  it('uses the condition in which most rounds have both', () => {
    const other = { input: { upTo: '50000' }, setting: { connections: 4 } };
    const few = closedLoops({ single: [900], 'single-twin': [100] }, { window: closedWindow(other) });
    const made = [...few.map(renamed), ...closedLoops({ single, 'single-twin': single })];
    const found = only(analysed(made).validity);
    assert.equal(found.ratio.n, 10);
    assert.deepEqual(found.condition.input, { upTo: '200000' });
  });

  it('uses the baseline that was named', () => {
    const made = closedLoops({ single, cluster: single, 'cluster-twin': single });
    assert.equal(only(analysed(made, { baseline: 'cluster' }).validity).ratio.estimate, 1);
    assert.deepEqual(analysed(made).validity.sentinels, []);
  });
});

const renamed = ({ trial, result }: Made): Made => ({
  trial: { ...trial, id: `other/${trial.round}` },
  result: { ...result, trial: `other/${trial.round}` },
});

describe('the sentinel of the open loop', () => {
  const window = openWindow({ load: 0.5, of: 'slowest' });
  const samples = { usual: Array(60).fill(10), long: Array(60).fill(14), none: Array(60).fill(0) };
  /** Ten rounds in which the twin's latencies come from a file. */
  const rounds = (twin: keyof typeof samples): Made[] =>
    Array.from({ length: 10 }, (_, index) => {
      const trial = sitting(index + 1, ['single', 'single-twin'], [window]);
      const windows = [
        { subject: 'single', open: sampledResult('usual') },
        { subject: 'single-twin', open: sampledResult(twin) },
      ];
      return { trial, result: completed(trial, [windows]) };
    });

  it('compares the median latency', () => {
    const same = only(analysed(rounds('usual'), {}, samples).validity);
    assert.deepEqual([same.metric, same.ok, same.ratio.estimate], ['latency-p50', true, 1]);
    const other = only(analysed(rounds('long'), {}, samples).validity);
    assert.deepEqual([other.ok, other.differs], [false, true]);
  });

  it('follows that of the closed loop, and both together pass sound runs at 95 %', () => {
    const alone = only(analysed(closedLoops({ single, 'single-twin': single })).validity);
    assert.ok(alone.ratio.level >= 0.95 && alone.ratio.level < 0.975);
    const made = [...closedLoops({ single, 'single-twin': single }).map(renamed), ...rounds('usual')];
    const { sentinels } = analysed(made, {}, samples).validity;
    const metrics = sentinels.map(({ metric }) => metric);
    assert.deepEqual(metrics, ['throughput', 'latency-p50']);
    assert.ok(sentinels.every(({ ratio }) => ratio.level >= 0.975));
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Analysis, Metric, MetricId } from '@cpu-bound/study/model';
import { interval } from '@cpu-bound/study/test/compared';
import { frameFindings } from '../../src/selfcheck/frame-findings.ts';

const USUAL_MS = 25;

function found(metric: MetricId, contestant: string, low: number, high: number, frameMs = USUAL_MS): Metric {
  const condition = { input: {}, setting: { frameMs } };
  const measured = interval(Math.sqrt(low * high), low, high, { indicative: false });
  return { ...{ contestant, metric, unit: '', condition }, ...measured };
}

/** The outcome of each finding, by its id. */
const outcomes = (...metrics: Metric[]) =>
  Object.fromEntries(
    frameFindings(
      [{ scenarios: { frames: { metrics, comparisons: [] } } } as unknown as Pick<Analysis, 'scenarios'>],
      USUAL_MS,
    ).map(({ id, ok }) => [id, ok]),
  );

describe('the self-check of frames', () => {
  it('accepts throughput in frames that is shown to be that of a window, and refuses another', () => {
    assert.deepEqual(
      outcomes(
        found('frames-to-window', 'threads', 0.98, 1.03),
        found('frames-to-window', 'cluster', 1.01, 1.04),
        found('frames-to-window', 'queue', 0.9, 0.95),
      ),
      { 'frames-threads': true, 'frames-cluster': false, 'frames-queue': false },
    );
  });

  it('judges nothing by an interval that is too wide', () =>
    assert.deepEqual(
      outcomes(found('frames-to-window', 'threads', 0.9, 1.1), found('moved-by-frames', 'threads', 0.9, 1.1)),
      { 'frames-threads': undefined, 'moved-threads': undefined },
    ));

  it('expects that frames measure a service too high whose tasks wait meanwhile', () => {
    assert.deepEqual(outcomes(found('frames-to-window', 'sleep', 1.05, 1.3)), { 'frames-sleep': true });
    assert.deepEqual(outcomes(found('frames-to-window', 'sleep', 0.97, 1.04)), { 'frames-sleep': false });
  });

  it('refuses frames that move a ratio by more than 1 %', () =>
    assert.deepEqual(
      outcomes(
        found('moved-by-frames', 'cluster', 0.99, 1.015),
        found('moved-by-frames', 'queue', 0.95, 0.99),
        found('moved-by-frames', 'sleep', 0.8, 0.9),
      ),
      { 'moved-cluster': true, 'moved-queue': false },
    ));

  it('reads frames of the usual length', () =>
    assert.deepEqual(outcomes(found('frames-to-window', 'threads', 0.8, 0.9, 100)), {}));
});

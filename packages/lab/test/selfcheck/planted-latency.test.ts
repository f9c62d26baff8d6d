import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Verdict } from '@cpu-bound/stats/verdict';
import type { Analysis, Comparison, SentinelCheck } from '@cpu-bound/study/model';
import {
  FAULTY,
  type PlantedRun,
  plantedFindings,
  plantedLines,
  plantedRun,
} from '../../src/selfcheck/planted-latency.ts';

type RunAnalysis = Pick<Analysis, 'scenarios' | 'validity'>;

const low = { input: { upTo: '200000' }, setting: { load: 0.5 } };
const high = { input: { upTo: '200000' }, setting: { load: 0.6 } };
const ratio = { estimate: 2, low: 1.5, high: 3, level: 0.99, n: 8, indicative: false };

const pair = (contestant: string, verdict: Verdict, changes: Partial<Comparison> = {}): Comparison => ({
  contestant,
  against: 'plain',
  verdict,
  ratio,
  metric: 'latency-p99',
  condition: low,
  ...changes,
});
const twin = (differs = false, metric: SentinelCheck['metric'] = 'latency-p50'): SentinelCheck => ({
  metric,
  condition: low,
  ratio: { ...ratio, estimate: 1, low: 0.9, high: 1.1 },
  ok: false,
  differs,
});
const analysisOf = (
  comparisons: readonly Comparison[],
  sentinels: readonly SentinelCheck[],
): RunAnalysis => ({
  scenarios: { one: { metrics: [], comparisons }, other: { metrics: [], comparisons: [] } },
  validity: {
    sentinels,
    gates: [],
    failed: [],
    void: [],
    missing: [],
    notRun: [],
    accounting: [],
    doubts: [],
    warnings: [],
  },
});

/** The analysis of a run that found every planted fault, and whose twin did not differ. */
const sound = analysisOf(
  FAULTY.map((id) => pair(id, 'worse')),
  [twin(), twin(false, 'throughput')],
);
const times = (count: number, analysis: RunAnalysis): PlantedRun[] =>
  Array.from({ length: count }, () => plantedRun(analysis));
const okOf = (runs: readonly PlantedRun[]) =>
  Object.fromEntries(plantedFindings(runs).map(({ id, ok }) => [id, ok]));
const faultsFound = (ok: boolean, changes: object = {}) => ({
  'planted-pause': ok,
  'planted-burst': ok,
  'planted-tenth': ok,
  'planted-twin': true,
  ...changes,
});

describe('findings of a run on planted faults', () => {
  it('contain only the p99 of each contestant in FAULTY, against the one without a fault', () => {
    const others = [
      pair('pause', 'worse', { metric: 'latency-p50' }),
      pair('burst', 'worse', { against: 'pause' }),
      pair('five', 'worse'),
    ];
    const { pairs } = plantedRun(analysisOf([...others, pair('tenth', 'worse')], []));
    assert.deepEqual(
      pairs.map(({ contestant }) => contestant),
      ['tenth'],
    );
  });

  it('invert a pair that was compared in the other order', () => {
    const turned = pair('plain', 'better', {
      against: 'pause',
      ratio: { ...ratio, estimate: 0.5, low: 0.25, high: 1 },
    });
    const [found] = plantedRun(analysisOf([turned], [])).pairs;
    assert.deepEqual([found?.contestant, found?.verdict], ['pause', 'worse']);
    assert.deepEqual([found?.ratio.estimate, found?.ratio.low, found?.ratio.high], [2, 1, 4]);
  });
});

describe('planted faults', () => {
  const blind = analysisOf(
    FAULTY.map((id) => pair(id, 'inconclusive')),
    [twin()],
  );
  it('are accepted if every run shows them', () =>
    assert.deepEqual(okOf(times(10, sound)), faultsFound(true)));

  /** The pause and the burst are missed, and the slow tenth is found. */
  const missed = faultsFound(false, { 'planted-tenth': true });

  it('must be found in nine runs of ten, if they are pauses or bursts', () => {
    assert.deepEqual(okOf([...times(9, sound), ...times(1, blind)]), faultsFound(true));
    assert.deepEqual(okOf([...times(8, sound), ...times(2, blind)]), missed);
    assert.deepEqual(okOf([...times(18, sound), ...times(2, blind)]), faultsFound(true));
  });

  it('must be found in eight runs of nine, if they are pauses or bursts', () => {
    assert.deepEqual(okOf([...times(8, sound), ...times(1, blind)]), faultsFound(true));
    assert.deepEqual(okOf([...times(7, sound), ...times(2, blind)]), missed);
  });

  it('must be found in four runs of ten, if one request in ten is slow', () => {
    assert.deepEqual(okOf([...times(4, sound), ...times(6, blind)]), missed);
    assert.deepEqual(okOf([...times(3, sound), ...times(7, blind)]), faultsFound(false));
  });

  it('are judged one by one', () => {
    const without = (id: string) =>
      analysisOf(
        FAULTY.filter((other) => other !== id).map((other) => pair(other, 'worse')),
        [twin()],
      );
    assert.deepEqual(okOf(times(10, without('burst'))), faultsFound(true, { 'planted-burst': false }));
  });

  it('are not found where the tail is shorter or equal, or where two loads disagree', () => {
    for (const verdict of ['better', 'equivalent'] as const) {
      const wrong = analysisOf(
        [pair('pause', verdict), pair('burst', 'worse'), pair('tenth', 'worse')],
        [twin()],
      );
      assert.deepEqual(okOf(times(10, wrong)), faultsFound(true, { 'planted-pause': false }));
    }
    const both = [...FAULTY.map((id) => pair(id, 'worse')), pair('pause', 'better', { condition: high })];
    assert.deepEqual(
      okOf(times(10, analysisOf(both, [twin()]))),
      faultsFound(true, { 'planted-pause': false }),
    );
  });

  it('are shown by one of several loads', () => {
    const several = FAULTY.flatMap((id) => [
      pair(id, 'inconclusive'),
      pair(id, 'worse', { condition: high }),
    ]);
    assert.deepEqual(okOf(times(10, analysisOf(several, [twin()]))), faultsFound(true));
  });
});

describe('a twin', () => {
  const apart = analysisOf(
    FAULTY.map((id) => pair(id, 'worse')),
    [twin(true), twin(false, 'throughput')],
  );
  it('may differ in one comparison of the twenty of ten runs, and not in two', () => {
    assert.deepEqual(okOf([...times(9, sound), ...times(1, apart)]), faultsFound(true));
    assert.deepEqual(
      okOf([...times(8, sound), ...times(2, apart)]),
      faultsFound(true, { 'planted-twin': false }),
    );
  });
  it('is not accepted if its latency was not compared in every run', () => {
    for (const sentinels of [[], [twin(false, 'throughput')]]) {
      const none = analysisOf(
        FAULTY.map((id) => pair(id, 'worse')),
        sentinels,
      );
      assert.deepEqual(
        okOf([...times(9, sound), ...times(1, none)]),
        faultsFound(true, { 'planted-twin': false }),
      );
    }
  });
});

/** The findings are indented by two columns in a terminal of 100. */
const MOST_COLUMNS = 98;

describe('the lines of a run', () => {
  it('have each ratio in one line of the terminal', () => {
    const printed = plantedLines(plantedRun(sound));
    assert.match(printed.join('\n'), /p99 of pause ÷ plain: 2\.00 \[1\.50, 3\.00\], worse/);
    assert.match(printed.join('\n'), /twin, latency-p50: 1\.00 \[0\.90, 1\.10\]$/m);
    assert.ok(printed.every((line) => line.length <= MOST_COLUMNS));
  });
});

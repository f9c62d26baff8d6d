import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyse } from '../../src/analyse/analyse.ts';
import type { Analysis, Condition, Manifest, TrialResult } from '../../src/model.ts';
import { scenarios } from '../../src/scenarios/scenarios.ts';
import { cell, completed, failed, kernel, loadWindow, probeWindow, run, voided } from '../fixtures/run.ts';

const headline = { upTo: 200_000, connections: 50 };
const small = { upTo: 50_000, connections: 50 };

type Rates = Readonly<Record<string, readonly (number | undefined)[]>>;

/** Capacity cells with these answers per second, round by round; `single-twin` is the sentinel. */
const capacity = (rates: Rates, condition: Condition = headline): TrialResult[] =>
  Object.entries(rates).flatMap(([name, perRound]) =>
    perRound.flatMap((rate, index) => {
      const trial = cell('capacity', index + 1, name.replace('-twin', ''), name.endsWith('-twin'));
      return rate === undefined ? [] : [completed(trial, [loadWindow(condition, rate)])];
    }),
  );

const kernels = (rounds: number, ms = 5) =>
  Array.from({ length: rounds }, (_, index) => kernel(index + 1, [[{ upTo: 200_000 }, ms]]));

const analysed = (
  results: readonly TrialResult[],
  changes?: Partial<Manifest>,
  samples?: Record<string, readonly number[]>,
) => analyse(run(results, changes, samples), scenarios);

function metric(analysis: Analysis, contestant: string, name: string, condition: Condition = headline) {
  const all = Object.values(analysis.scenarios).flatMap(({ metrics }) => metrics);
  const key = (given: Condition) => JSON.stringify(given);
  return all.find(
    (one) => one.contestant === contestant && one.metric === name && key(one.condition) === key(condition),
  );
}

const close = (actual: number | undefined, expected: number) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-6, `${actual} is not ${expected}`);

describe('throughput', () => {
  it('is the verified answers per second of each round, and their location', () => {
    const analysis = analysed(capacity({ single: [200, 200, 200], cluster: [300, 320, 400] }));
    close(metric(analysis, 'single', 'throughput')?.estimate, 200);
    const cluster = metric(analysis, 'cluster', 'throughput');
    assert.deepEqual(cluster?.rounds, [300, 320, 400]);
    assert.deepEqual([cluster?.n, cluster?.unit, cluster?.indicative], [3, 'req/s', true]);
    close(cluster?.low, 300);
    close(cluster?.high, 400);
  });

  it('of rounds that failed or were void is not there', () => {
    const analysis = analysed([
      ...capacity({ single: [200, 210] }),
      failed(cell('capacity', 3, 'single'), 'it died'),
      voided(cell('capacity', 4, 'single'), 'steal'),
    ]);
    assert.deepEqual(metric(analysis, 'single', 'throughput')?.rounds, [200, 210]);
  });

  it('of a contestant that never completed a round is not there, and nothing is made up for it', () => {
    const analysis = analysed([
      ...capacity({ single: [200, 210] }),
      failed(cell('capacity', 1, 'cluster'), 'it died'),
    ]);
    assert.equal(metric(analysis, 'cluster', 'throughput'), undefined);
    assert.deepEqual(analysis.scenarios.capacity?.comparisons, []);
  });

  it('leaves the sentinel out', () => {
    const analysis = analysed(capacity({ single: [200, 200], 'single-twin': [900, 900] }));
    assert.deepEqual(metric(analysis, 'single', 'throughput')?.rounds, [200, 200]);
  });

  it('is told apart by input', () => {
    const analysis = analysed([
      ...capacity({ single: [200] }, headline),
      ...capacity({ single: [1_600] }, small),
    ]);
    close(metric(analysis, 'single', 'throughput', headline)?.estimate, 200);
    close(metric(analysis, 'single', 'throughput', small)?.estimate, 1_600);
  });
});

describe('the physical limit', () => {
  it('is cores ÷ kernel time', () => {
    const analysis = analysed([...kernels(3), ...capacity({ single: [200, 200, 200] })]);
    const limit = metric(analysis, 'kernel', 'limit');
    close(limit?.estimate, 400);
    assert.deepEqual(limit?.rounds, [400, 400, 400]);
  });

  it('is reached in part: throughput ÷ the limit of the same round', () => {
    const limits = [kernel(1, [[{ upTo: 200_000 }, 5]]), kernel(2, [[{ upTo: 200_000 }, 10]])];
    const analysis = analysed([...limits, ...capacity({ single: [200, 100], cluster: [300, 150] })]);
    for (const [contestant, fraction] of [
      ['single', 0.5],
      ['cluster', 0.75],
    ] as const) {
      const found = metric(analysis, contestant, 'limit-fraction');
      close(found?.estimate, fraction);
      close(found?.low, fraction);
      close(found?.high, fraction);
    }
  });

  it('counts the rounds that have both', () => {
    const analysis = analysed([kernels(3)[1] ?? assert.fail(), ...capacity({ single: [1, 200, 1] })]);
    const found = metric(analysis, 'single', 'limit-fraction');
    assert.equal(found?.n, 1);
    close(found?.estimate, 0.5);
  });

  it('is not there where the kernel was not timed', () => {
    const analysis = analysed(capacity({ single: [200] }));
    assert.equal(metric(analysis, 'kernel', 'limit'), undefined);
    assert.equal(metric(analysis, 'single', 'limit-fraction'), undefined);
  });

  it('is that of the same input, and of none that has only some of its parameters', () => {
    const listing = { upTo: 200_000, list: 'true', connections: 50 };
    const timings = kernel(1, [
      [{ upTo: 200_000 }, 5],
      [{ upTo: 200_000, list: 'true' }, 10],
    ]);
    const analysis = analysed([timings, ...capacity({ single: [100] }, listing)]);
    close(metric(analysis, 'kernel', 'limit', listing)?.estimate, 200);
  });
});

describe('comparisons', () => {
  const steady = (rate: number) => Array.from({ length: 7 }, (_, round) => rate * (1 + round / 1000));
  const verdicts = (analysis: Analysis) =>
    analysis.scenarios.capacity?.comparisons.map(({ contestant, verdict }) => [contestant, verdict]);

  it('are of every contestant with the baseline, round by round', () => {
    const analysis = analysed(
      capacity({
        single: steady(200),
        cluster: steady(400),
        threads: steady(100),
        'single-twin': steady(200),
      }),
    );
    assert.deepEqual(verdicts(analysis), [
      ['cluster', 'faster'],
      ['threads', 'slower'],
    ]);
    const [cluster] = analysis.scenarios.capacity?.comparisons ?? [];
    close(cluster?.ratio.estimate, 2);
    assert.deepEqual([cluster?.baseline, cluster?.metric, cluster?.ratio.n], ['single', 'throughput', 7]);
  });

  it('use the rounds that both sides have, and take none from a contestant that has them all', () => {
    const analysis = analysed(
      capacity({
        single: [200, 200, undefined, 200],
        cluster: [400, 400, 999, 400],
        threads: [100, undefined, 999, 100],
      }),
    );
    const [cluster, threads] = analysis.scenarios.capacity?.comparisons ?? [];
    assert.deepEqual([cluster?.ratio.n, threads?.ratio.n], [3, 2]);
    close(cluster?.ratio.estimate, 2);
    close(cluster?.ratio.high, 2);
    close(threads?.ratio.estimate, 0.5);
  });

  it('do not need the rounds of a contestant that has none', () => {
    const analysis = analysed(capacity({ single: steady(200), cluster: steady(400), threads: [] }));
    assert.deepEqual(verdicts(analysis), [['cluster', 'faster']]);
  });

  it('are none where the baseline has no number', () => {
    assert.deepEqual(verdicts(analysed(capacity({ cluster: steady(400) }))), []);
  });

  it('are with the baseline that the flags named', () => {
    const analysis = analysed(capacity({ single: steady(200), cluster: steady(400) }), {
      baseline: 'cluster',
    });
    assert.deepEqual(verdicts(analysis), [['single', 'slower']]);
  });
});

describe('the sentinel', () => {
  it('is the ratio of the baseline to itself, and fine where that is 1', () => {
    const single = [200, 210, 190, 205, 195, 202, 198];
    const twin = [199, 211, 191, 204, 196, 201, 199];
    const { sentinel } = analysed(capacity({ single, 'single-twin': twin })).validity;
    assert.ok(sentinel?.ok);
    assert.equal(sentinel.ratio.n, 7);
    assert.ok(Math.abs(sentinel.ratio.estimate - 1) < 0.01);
  });

  it('is not fine where the interval excludes 1', () => {
    const single = [200, 210, 190, 205, 195, 202, 198];
    const twin = single.map((rate, round) => rate * (1.2 + round / 100));
    const { sentinel } = analysed(capacity({ single, 'single-twin': twin })).validity;
    assert.equal(sentinel?.ok, false);
    assert.ok((sentinel?.ratio.low ?? 0) > 1);
  });

  it('says nothing against a run of few rounds', () => {
    const { sentinel } = analysed(capacity({ single: [200, 200], 'single-twin': [300, 300] })).validity;
    assert.deepEqual([sentinel?.ok, sentinel?.ratio.indicative], [true, true]);
  });

  it('is not there where no round has both', () => {
    assert.equal(analysed(capacity({ single: [200] })).validity.sentinel, undefined);
    const apart = analysed(capacity({ single: [200, undefined], 'single-twin': [undefined, 200] }));
    assert.equal(apart.validity.sentinel, undefined);
  });
});

describe('responsiveness', () => {
  const idle = { upTo: 200_000, connections: 0 };
  const samples = { quick: Array(100).fill(1), slow: Array(100).fill(250), none: [] };
  const probed = (round: number, contestant: string, file: string) =>
    completed(cell('responsiveness', round, contestant), [probeWindow(idle, file)]);

  it('is the percentiles of the probe, where enough samples lie beyond them', () => {
    const results = [probed(1, 'single', 'slow'), probed(2, 'single', 'slow'), probed(1, 'cluster', 'quick')];
    const analysis = analysed(results, {}, samples);
    close(metric(analysis, 'single', 'hello-p50', idle)?.estimate, 250);
    close(metric(analysis, 'single', 'hello-p90', idle)?.estimate, 250);
    assert.equal(metric(analysis, 'single', 'hello-p99', idle), undefined);
    close(metric(analysis, 'cluster', 'hello-p50', idle)?.estimate, 1);
    assert.equal(metric(analysis, 'cluster', 'hello-p90', idle), undefined);
  });

  it('of a probe without an answer is not there', () => {
    const analysis = analysed([probed(1, 'single', 'none')], {}, samples);
    assert.deepEqual(analysis.scenarios.responsiveness?.metrics, []);
  });
});

describe('validity', () => {
  it('tells of every trial that failed, with its last log lines', () => {
    const { validity } = analysed([
      ...capacity({ single: [200] }),
      failed(cell('capacity', 1, 'cluster'), 'its process ended with exit code 3', ['a', 'b']),
    ]);
    assert.deepEqual(validity.failed, [
      {
        trial: 'capacity/1/cluster',
        contestant: 'cluster',
        reason: 'died',
        message: 'its process ended with exit code 3',
        log: ['a', 'b'],
      },
    ]);
  });

  it('tells of every void trial, with all its reasons', () => {
    const { validity } = analysed([voided(cell('capacity', 1, 'cluster'), 'steal of 12 %', 'late')]);
    const [first] = validity.void;
    assert.deepEqual([first?.trial, first?.contestant], ['capacity/1/cluster', 'cluster']);
    assert.match(first?.reason ?? '', /steal of 12 %.*late/);
  });

  it('tells of the void windows of a cell that had sound ones, and fails where they are many', () => {
    const trial = cell('capacity', 1, 'cluster');
    const result = completed(trial, [loadWindow(headline, 9)]);
    const voidWindows = [{ window: 'load-0.9', reasons: ['requests left late'] }];
    const { validity } = analysed([{ ...result, voidWindows } as TrialResult]);
    assert.deepEqual(validity.void, [
      { trial: 'capacity/1/cluster/load-0.9', contestant: 'cluster', reason: 'requests left late' },
    ]);
    assert.equal(validity.gates.find(({ id }) => id === 'void-windows')?.ok, false);
  });

  it('does not hold it against a run that one generator cannot ask for as much as many cores answer', () => {
    const result = completed(cell('capacity', 1, 'cluster'), [loadWindow(headline, 9)]);
    const voidWindows = [{ window: 'own-0.95', reasons: ['too much'], beyond: true }];
    const { gates } = analysed([{ ...result, voidWindows } as TrialResult]).validity;
    assert.deepEqual(
      [gates.find(({ id }) => id === 'out-of-reach')?.ok, gates.some(({ id }) => id === 'void-windows')],
      [true, false],
    );
  });

  it('tells of what a contestant did on the way down', () => {
    const trial = cell('capacity', 1, 'cluster');
    const { validity } = analysed([completed(trial, [loadWindow(headline, 9)], ['left 1 process behind'])]);
    assert.match(validity.warnings[0]?.message ?? '', /^capacity\/1\/cluster: left 1 process behind$/);
    assert.ok(validity.warnings[0]?.remedy);
  });

  it('tells whether the plan was carried out', () => {
    const results = capacity({ single: [200, 200] });
    const complete = (analysis: Analysis) => analysis.validity.gates.find(({ id }) => id === 'complete');
    assert.equal(complete(analysed(results))?.ok, true);
    const plan = [...results.map(({ trial }) => trial), cell('capacity', 3, 'single')];
    assert.equal(complete(analysed(results, { plan }))?.ok, false);
  });

  it('sums up where the requests of each contestant went, load and probe, twin included', () => {
    const { validity } = analysed([
      ...capacity({ single: [200, 100], 'single-twin': [50] }),
      completed(cell('responsiveness', 1, 'single'), [probeWindow(headline, 'none')]),
      failed(cell('capacity', 3, 'single'), 'it died'),
    ]);
    const [single, cluster] = validity.accounting;
    assert.deepEqual([single?.contestant, single?.ok, single?.inFlight], ['single', 400, 9]);
    const { contestant: _name, sent = 0, ...fates } = single ?? {};
    assert.equal(
      Object.values(fates).reduce((sum, count) => sum + count, 0),
      sent,
    );
    assert.deepEqual([cluster?.contestant, cluster?.sent], ['cluster', 0]);
  });

  it('passes on who could not take part', () => {
    const missing = [{ contestant: 'queue', reason: 'no Redis could be started' }];
    assert.deepEqual(analysed([], { missing }).validity.missing, missing);
  });
});

describe('an analysis', () => {
  it('is a pure function of the run', () => {
    const results = [...kernels(3), ...capacity({ single: [200, 201, 202], cluster: [300, 310, 305] })];
    assert.equal(JSON.stringify(analysed(results)), JSON.stringify(analysed(structuredClone(results))));
  });

  it('has the scenarios that were asked for', () => {
    assert.deepEqual(Object.keys(analysed([], { scenarios: ['capacity'] }).scenarios), ['capacity']);
  });

  it('of a run without a result is there, and empty', () => {
    const { scenarios: found, validity, run: about } = analysed([]);
    assert.deepEqual(found.capacity?.metrics, []);
    assert.deepEqual([validity.failed, about.trials], [[], 0]);
  });
});

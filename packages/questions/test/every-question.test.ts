import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import type { Metric, MetricId, Undecided } from '@cpu-bound/study/model';
import { questions } from '../src/questions.ts';
import type { TaskSizeAnalysis } from '../src/task-size/analyse.ts';
import { everyQuestion } from './fixtures/every-question.ts';

let few: Undecided;
let many: Undecided;
before(() => {
  few = analyse(everyQuestion(2), questions);
  many = analyse(everyQuestion(10), questions);
});

/** Finds the metric of a contestant whose condition has these values, in the input or in the setting. */
function metric(
  scenario: string,
  contestant: string,
  name: MetricId,
  under: Readonly<Record<string, string | number>> = {},
): Metric {
  const found = many.scenarios[scenario]?.metrics.find(
    (one) =>
      one.contestant === contestant &&
      one.metric === name &&
      Object.entries(under).every(
        ([key, value]) => ({ ...one.condition.input, ...one.condition.setting })[key as 'load'] === value,
      ),
  );
  return found ?? assert.fail(`${scenario} has no ${name} of ${contestant}`);
}

const near = (actual: number, expected: number, share = 0.05) =>
  assert.ok(Math.abs(actual / expected - 1) < share, `${actual} is not about ${expected}`);

describe('the question task-size', () => {
  it('finds the CPU time of a request without the kernel’s, for any size', () => {
    for (const upTo of ['10000', '50000', '200000']) {
      near(metric('task-size', 'queue', 'overhead-ms', { upTo }).estimate, 1, 0.1);
      near(metric('task-size', 'single', 'overhead-ms', { upTo }).estimate, 0.1, 0.7);
    }
  });
  it('names the two sizes between which two workers begin to make up for their cost', () => {
    // 2 ÷ (x + 1) = 1 ÷ (x + 0.1) at x = 0.8, a size that no window measured.
    const { breakEven } = many.scenarios['task-size'] as TaskSizeAnalysis;
    const queue = breakEven.find(({ contestant }) => contestant === 'queue');
    near(queue?.notYetMs ?? Number.NaN, 0.7);
    near(queue?.fromMs ?? Number.NaN, 1.8);
  });
  it('names no lower size for a contestant that is ahead at every size', () => {
    const { breakEven } = many.scenarios['task-size'] as TaskSizeAnalysis;
    const cluster = breakEven.find(({ contestant }) => contestant === 'cluster');
    assert.equal(cluster?.notYetMs, undefined);
    near(cluster?.fromMs ?? Number.NaN, 0.07);
  });
});

describe('the question workers', () => {
  it('relates each number of workers to one worker of the same round', () => {
    near(metric('workers', 'cluster', 'speed-up', { workers: 2 }).estimate, 2);
    near(metric('workers', 'cluster', 'speed-up', { workers: 4 }).estimate, 2);
    near(metric('workers', 'cluster', 'speed-up', { workers: 1 }).estimate, 1);
  });
});

describe('the question mixed-sizes', () => {
  it('separates the small from the large tasks', () => {
    const small = metric('mixed-sizes', 'queue', 'latency-p50', { part: 'small', upTo: '50000' });
    const large = metric('mixed-sizes', 'queue', 'latency-p50', { part: 'large', upTo: '500000' });
    near(large.estimate / small.estimate, 16 / 0.7, 0.2);
  });
});

describe('the question connections', () => {
  it('shows the largest share per worker, for variants too', () => {
    near(metric('connections', 'cluster', 'share-max').estimate, 0.5);
    near(metric('connections', 'cluster:os', 'share-max').estimate, 0.75);
    near(metric('connections', 'cluster:os', 'share-min').estimate, 0.25);
  });
});

describe('the question overload', () => {
  it('counts the answers per second, and compares them between contestants', () => {
    for (const id of ['single', 'cluster', 'queue'])
      near(
        metric('overload', id, 'goodput', { load: 3 }).estimate,
        metric('capacity', id, 'throughput').estimate,
      );
    const pair = many.scenarios.overload?.comparisons.find(
      ({ contestant, against, metric: name, condition }) =>
        `${contestant}/${against}` === 'cluster/single' && name === 'goodput' && condition.setting.load === 3,
    );
    near(pair?.ratio.estimate ?? Number.NaN, 2);
    assert.equal(pair?.verdict, 'better');
    near(metric('overload', 'queue', 'shed', { load: 3 }).estimate, 2 / 3);
    assert.equal(metric('overload', 'single', 'shed', { load: 3 }).high, 0);
  });
  it('finds the recovery when the backlog is gone', () => {
    near(metric('overload', 'single', 'recovery', { load: 3 }).estimate, 900);
    near(metric('overload', 'queue', 'recovery', { load: 3 }).estimate, 20);
  });
});

describe('the questions faults and restart', () => {
  it('count the requests and their outcomes', () => {
    const estimateOf = (name: MetricId) =>
      metric('faults', 'cluster', name, { fault: 'kill-worker' }).estimate;
    assert.equal(
      estimateOf('answered') + estimateOf('errors') + estimateOf('refused') + estimateOf('lost'),
      estimateOf('sent'),
    );
    assert.equal(estimateOf('errors'), 12);
    near(estimateOf('recovery'), 400, 1e-6);
  });
  it('measure the time without any answer', () =>
    near(metric('restart', 'single', 'outage').estimate, 400, 1e-6));
});

describe('verdicts', () => {
  it('exist for ten rounds, and not for two', () => {
    const ratios = (analysis: Undecided) =>
      Object.values(analysis.scenarios).flatMap(({ comparisons }) => comparisons);
    assert.ok(ratios(few).every(({ verdict, ratio }) => verdict === 'inconclusive' && ratio.indicative));
    assert.ok(ratios(many).every(({ ratio }) => !ratio.indicative));
    assert.ok(ratios(many).some(({ verdict }) => verdict === 'better'));
  });
  it('cover all pairs, including those of contestants other than the baseline', () => {
    const { comparisons = [] } = many.scenarios.capacity ?? {};
    for (const name of ['throughput', 'answers-per-cpu-second', 'answered-share']) {
      const own = comparisons.filter(({ metric }) => metric === name);
      const pairs = own.map(({ contestant, against }) => `${contestant}/${against}`);
      assert.deepEqual(pairs, ['cluster/single', 'queue/single', 'queue/cluster'], name);
    }
  });
});

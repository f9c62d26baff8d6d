import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import type { Metric, MetricId, Undecided } from '@cpu-bound/study/model';
import { questions } from '../src/questions.ts';
import { everyQuestion } from './fixtures/every-question.ts';

let many: Undecided;
before(() => {
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

it('the question task-size finds the CPU time of a request without the kernel’s, for any size', () => {
  for (const upTo of ['10000', '50000', '200000']) {
    near(metric('task-size', 'queue', 'overhead-ms', { upTo }).estimate, 1, 0.1);
    near(metric('task-size', 'single', 'overhead-ms', { upTo }).estimate, 0.1, 0.7);
  }
});

it('the question mixed-sizes separates the small from the large tasks', () => {
  const small = metric('mixed-sizes', 'queue', 'latency-p50', { part: 'small', upTo: '50000' });
  const large = metric('mixed-sizes', 'queue', 'latency-p50', { part: 'large', upTo: '500000' });
  near(large.estimate / small.estimate, 16 / 0.7, 0.2);
});

it('the question connections finds the largest and the smallest share per worker, for variants too', () => {
  near(metric('connections', 'cluster', 'share-max').estimate, 0.5);
  near(metric('connections', 'cluster:os', 'share-min').estimate, 0.25);
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
  });
  it('finds the recovery when the backlog is gone', () => {
    near(metric('overload', 'single', 'recovery', { load: 3 }).estimate, 900);
    near(metric('overload', 'queue', 'recovery', { load: 3 }).estimate, 20);
  });
});

it('the question faults counts each request once, by its outcome', () => {
  const counts = ['sent', 'answered', 'errors', 'refused', 'lost'] as const;
  const [sent, ...outcomes] = counts.map(
    (name) => metric('faults', 'cluster', name, { fault: 'kill-worker' }).estimate,
  );
  const ended = outcomes.reduce((sum, count) => sum + count, 0);
  assert.equal(ended, sent);
});

it('verdicts cover all pairs, including those of contestants other than the baseline', () => {
  const { comparisons = [] } = many.scenarios.capacity ?? {};
  for (const name of ['throughput', 'answers-per-cpu-second', 'answered-share']) {
    const own = comparisons.filter(({ metric }) => metric === name);
    const pairs = own.map(({ contestant, against }) => `${contestant}/${against}`);
    assert.deepEqual(pairs, ['cluster/single', 'queue/single', 'queue/cluster'], name);
  }
});

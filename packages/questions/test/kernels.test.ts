import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { made } from './fixtures/decisions.ts';

const { scenarios, decision, leftOut = [] } = made['kernels, runtimes and peers took part'] ?? assert.fail();
const having = (scenario: string, metric: string) =>
  new Set(scenarios[scenario]?.metrics.flatMap((one) => (one.metric === metric ? [one.contestant] : [])));

describe('a contestant that computes by another kernel', () => {
  it('has a throughput and a cost', () => {
    assert.ok(having('capacity', 'throughput').has('single:sieve'));
    assert.ok(having('cost', 'cpu-ms-per-request').has('single:sieve'));
  });

  it('has no overhead over the workload’s own kernel, which it does not run', () => {
    assert.ok(having('cost', 'overhead-ms').has('single:bun'));
    for (const scenario of ['cost', 'task-size'])
      assert.ok(!having(scenario, 'overhead-ms').has('single:sieve'), scenario);
  });

  it('is left out of the question that measures another workload', () => {
    assert.ok(!having('payload', 'throughput').has('single:sieve'));
    assert.deepEqual(
      leftOut.filter(({ scenario, contestant }) => scenario === 'payload' && contestant === 'single:sieve'),
      [
        {
          contestant: 'single:sieve',
          scenario: 'payload',
          reason: 'this question measures another workload, which does not have its kernel',
        },
      ],
    );
  });

  it('is no option of the decision among the strategies', () =>
    assert.deepEqual(decision.options, ['single', 'cluster', 'threads', 'queue']));
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { everyQuestion } from '@cpu-bound/questions/test/every-question';
import type { AdrRecord } from '@cpu-bound/report/adr/record';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import { thresholdsOf } from '../../src/export/confirmation.ts';
import { loadsOf } from '../../src/export/loads.ts';

const run = everyQuestion(8);

describe('the loads of a run', () => {
  it('are those of the open loop, at the rates that the run offered', () => {
    const loads = loadsOf(run, 'latency', 'cluster');
    assert.ok(loads.length >= 2);
    for (const load of loads) {
      assert.ok(load.kind === 'open' && load.perSecond > 0);
      assert.match(load.name, /^[\w-]+$/, 'a name that k6 takes');
    }
  });
  it('have one rate for all contestants, and are absent if one is overloaded', () => {
    const ratesOf = (contestant: string) =>
      loadsOf(run, 'latency', contestant).map(({ name, ...load }) => [
        name,
        load.kind === 'open' && Math.round(load.perSecond),
      ]);
    const [single, cluster] = [ratesOf('single'), ratesOf('cluster')];
    assert.ok(single.length > 0 && single.length < cluster.length);
    for (const [name, rate] of single)
      assert.ok(cluster.some((load) => load[0] === name && load[1] === rate));
  });
  it('contain the parts of a mix, and their shares', () => {
    const [mixed] = loadsOf(run, 'mixed-sizes', 'single');
    const shares = mixed?.requests.map(({ share }) => share);
    assert.deepEqual(shares, [0.95, 0.05]);
  });
  it('are a number of connections for a closed loop', () => {
    const [closed] = loadsOf(run, 'capacity', 'single');
    assert.ok(closed?.kind === 'closed' && closed.connections > 0);
  });
  it('leave out windows with a fault, and trials with other settings', () => {
    for (const scenario of ['faults', 'restart', 'isolation', 'jobs', 'workers'])
      assert.deepEqual(loadsOf(run, scenario, 'cluster'), [], scenario);
  });
});

describe('a decision’s thresholds', () => {
  const record = (need: string, atLeast: number): AdrRecord => ({
    status: 'accepted',
    date: '2026-01-31',
    confirmation: {
      command: 'npx -y pnpm@12 bench run',
      workload: 'primes',
      input: {},
      outcome: ['cluster'],
      needs: { [need]: 1 },
      measured: [need],
      thresholds: [{ need, better: 'cluster', than: 'single', atLeast }],
      rows: {},
    },
  });
  const analysis = analyse(run, questions);
  const exportFor = (need: string, atLeast: number, scenario: string) =>
    thresholdsOf(record(need, atLeast), 'cluster', analysis, loadsOf(run, scenario, 'cluster'));

  it('require the ratio of throughput that the decision names', () => {
    const single = analysis.scenarios.capacity?.metrics.find(
      (figure) => figure.contestant === 'single' && figure.metric === 'throughput',
    );
    const { thresholds } = exportFor('throughput', 1.5, 'capacity');
    const limit = Math.round((single?.estimate ?? 0) * 1.5 * 100) / 100;
    assert.deepEqual(Object.values(thresholds), [[`rate>${limit}`]]);
  });
  it('require the ratio of medians that the decision names, under each load', () => {
    const { thresholds } = exportFor('latency', 2, 'latency');
    // The thresholds also cover the loads at the rates that the other contestant can take.
    assert.equal(Object.keys(thresholds).length, loadsOf(run, 'latency', 'single').length);
    const measured = analysis.scenarios.latency?.metrics.filter(
      (figure) => figure.contestant === 'single' && figure.metric === 'latency-p50',
    );
    const limits = measured?.map(({ estimate }) => `med<${Math.round((estimate / 2) * 100) / 100}`);
    assert.deepEqual(new Set(Object.values(thresholds).map((bounds) => bounds.join())), new Set(limits));
    for (const name of Object.keys(thresholds)) assert.match(name, /^http_req_duration\{scenario:[\w-]+\}$/);
  });
  it('name the needs for which the run has no figure', () => {
    const latency = analysis.scenarios.latency ?? assert.fail();
    const metrics = latency.metrics.filter(({ metric }) => metric !== 'latency-p99');
    const few = { ...analysis, scenarios: { latency: { ...latency, metrics } } };
    const { beyondLoad } = thresholdsOf(
      record('tail', 2),
      'cluster',
      few,
      loadsOf(run, 'latency', 'cluster'),
    );
    assert.deepEqual(beyondLoad, ['tail']);
  });
  it('name the needs that no load can show', () => {
    const { thresholds, beyondLoad } = exportFor('memory', 1.1, 'latency');
    assert.deepEqual([thresholds, beyondLoad], [{}, ['memory']]);
  });
});

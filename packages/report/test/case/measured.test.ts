import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { decided } from '@cpu-bound/questions/test/analysis';
import { everyQuestion } from '@cpu-bound/questions/test/every-question';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import { taskMs } from '@cpu-bound/study/analyse/look-up';
import { answerCase } from '@cpu-bound/study/decide/case';
import { measurementsIn, type TypicalP99 } from '@cpu-bound/study/decide/measurements';
import type { Analysis, Metric } from '@cpu-bound/study/model';
import { interval } from '@cpu-bound/study/test/compared';
import { caseLine } from '../../src/answers/case.ts';

/** A p99 over ten windows: one at the low end, one at the high end, and eight at the estimate. */
const typical = (estimate: number, low: number, high: number): TypicalP99 => ({
  ...interval(estimate, low, high),
  windows: {
    seconds: 5,
    each: [low, ...Array<number>(8).fill(estimate), high].map((ms, round) => {
      return { round, fromDue: ms, fromSent: ms };
    }),
  },
});

const ratesMeasured = (analysis: Analysis) => measurementsIn(analysis).strategies;

const analysis = decided(analyse(everyQuestion(12), questions));

describe('the measurements of a strategy in a run', () => {
  const [, cluster] = ratesMeasured(analysis);
  const shared = { input: analysis.run.workload.headline, setting: { load: 0.6, of: 'slowest' as const } };
  const metric = (contestant: string, name: Metric['metric'], estimate: number): Metric => ({
    ...interval(estimate, estimate, estimate),
    ...{ contestant, metric: name, unit: '', condition: shared },
  });

  it('are its latencies under loads of the headline’s input with the usual workers, and no others', () => {
    const { metrics = [] } = analysis.scenarios.latency ?? {};
    const metricsOf = (contestant: string, metric: string) =>
      metrics.filter((one) => one.contestant === contestant && one.metric === metric);
    const rate = ({ condition }: Metric) =>
      metricsOf('cluster', 'offered').find((other) => other.condition === condition)?.estimate ?? Number.NaN;
    const expected = metricsOf('cluster', 'latency-p99').toSorted((a, b) => rate(a) - rate(b));
    assert.ok(expected.length > 0);
    const rates = cluster?.rates.map(({ p99, perSecond }) => [p99?.estimate, p99?.windows, perSecond]);
    assert.deepEqual(
      rates,
      expected.map((p99) => [p99.estimate, p99.windows, rate(p99)]),
    );
  });

  it('have the reader’s rate as given, and not as rounded by a window of complete requests', () => {
    const condition = { ...shared, setting: { load: 33.33, of: 'given' as const } };
    const { windows } = typical(40, 40, 40);
    const metrics = [
      { ...metric('cluster', 'offered', 33.2), condition },
      { ...metric('cluster', 'latency-p99', 40), condition, windows },
    ];
    const found = ratesMeasured({ ...analysis, scenarios: { latency: { metrics, comparisons: [] } } });
    assert.equal(found.find(({ id }) => id === 'cluster')?.rates[0]?.perSecond, 33.33);
  });

  it('have an overloaded strategy at the rate that the others had', () => {
    const metrics = [
      metric('single', 'overloaded', 1.2),
      metric('cluster', 'offered', 250),
      { ...metric('cluster', 'latency-p99', 40), windows: typical(40, 40, 40).windows },
    ];
    const [one, two] = ratesMeasured({ ...analysis, scenarios: { latency: { metrics, comparisons: [] } } });
    assert.deepEqual(one?.rates, [{ perSecond: 250 }]);
    const p99 = { ...typical(40, 40, 40), censored: undefined };
    assert.deepEqual(two?.rates, [{ perSecond: 250, p99 }]);
  });

  it('have no rates for a run without a latency', () =>
    assert.ok(ratesMeasured({ ...analysis, scenarios: {} }).every(({ rates }) => rates.length === 0)));

  it('have what a strategy can answer at all: the upper end of its throughput, or else what all cores compute', () => {
    const reachOf = (of: Analysis) => ratesMeasured(of).map(({ reach }) => reach?.by);
    assert.ok(reachOf(analysis).every((by) => by === 'throughput'));
    const { cost } = analysis.scenarios;
    assert.ok(cost);
    const timed = { ...analysis, scenarios: { cost } };
    assert.ok(reachOf(timed).every((by) => by === 'cores'));
    const [one] = ratesMeasured(timed);
    const { cores } = analysis.environment;
    assert.ok((one?.reach?.perSecond ?? 0) >= (1000 * cores) / (taskMs(analysis) ?? 0));
    const contestants = analysis.contestants.map((each) => ({ ...each, kernel: 'faster' }));
    assert.ok(reachOf({ ...timed, contestants }).every((by) => by === undefined));
  });
});

describe('a run of one round', () => {
  it('decides no case: one window tells nothing, whatever it says', () => {
    const { run, ...rest } = decided(analyse(everyQuestion(1), questions));
    const smoke = { ...rest, run: { ...run, command: 'npx -y pnpm@12 bench run --profile smoke' } };
    assert.ok(measurementsIn(smoke).strategies.some(({ rates }) => rates.length > 0));
    for (const rate of [1, 40, 1000, 100_000])
      for (const p99 of [1, 100, 10_000]) {
        const { state, strategies } = answerCase(measurementsIn(smoke), { rate, p99 });
        assert.equal(state, 'unknown', `${rate} ${p99}`);
        assert.ok(strategies.every((one) => one.state === 'unknown'));
      }
    const text = caseLine(smoke, { rate: 40, p99: 100 });
    assert.match(
      text,
      /: \*\*single\*\* not known \(too few rounds\): [\d.]+ .*; \*\*cluster\*\* not known /,
    );
    assert.match(text, / `npx -y pnpm@12 bench run(?!.* --profile smoke).* --scenarios .*` measures it\.$/);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { decided } from '@cpu-bound/questions/test/analysis';
import { everyQuestion } from '@cpu-bound/questions/test/every-question';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import type { RateFigure } from '@cpu-bound/study/analyse/rates-within';
import type { Metric } from '@cpu-bound/study/model';
import { interval } from '@cpu-bound/study/test/compared';
import {
  type MeasuredRate,
  ratesMeasured,
  type StrategyRates,
  type TypicalP99,
} from '../../src/size/measured.ts';
import { keeps, resultWords } from '../../src/size/size.ts';
import { machinesSentence } from '../../src/size/within.ts';

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

/** 30 to 40 ms at 100/s, 70 to 90 ms at 200/s, overloaded at 300/s. */
const pool: StrategyRates = {
  id: 'threads',
  rates: [
    { perSecond: 100, p99: typical(35, 30, 40) },
    { perSecond: 200, p99: typical(80, 70, 90) },
    { perSecond: 300 },
  ],
};
const answer = (rate: number, p99: number) => keeps(pool, { rate, p99 });
const by = (index: number) => pool.rates[index] as MeasuredRate;

describe('the answer to whether a strategy meets a p99 at a rate', () => {
  it('is yes if the whole interval lies within the bound at that rate or a higher one', () => {
    assert.deepEqual(answer(100, 40), { answer: 'yes', by: by(0) });
    assert.deepEqual(answer(150, 90), { answer: 'yes', by: by(1) });
    assert.deepEqual(answer(50, 1_000), { answer: 'yes', by: by(0) });
  });

  it('is no if it exceeds the bound at that rate or a lower one, or the strategy is overloaded', () => {
    assert.deepEqual(answer(150, 29), { answer: 'no', by: by(0) });
    assert.deepEqual(answer(250, 60), { answer: 'no', by: by(1) });
    assert.deepEqual(answer(300, 60_000), { answer: 'no', by: by(2) });
    assert.deepEqual(answer(1_000, 60_000), { answer: 'no', by: by(2) });
  });

  it('is unknown between measured rates, and if an interval spans the bound', () => {
    assert.deepEqual(answer(150, 50), { answer: 'not known' });
    assert.deepEqual(answer(250, 100), { answer: 'not known' });
    assert.deepEqual(answer(100, 35), { answer: 'not known', by: by(0) });
    assert.deepEqual(keeps({ ...pool, rates: [] }, { rate: 1, p99: 1 }), { answer: 'not known' });
  });
});

describe('a latency that contradicts less load', () => {
  it('leaves the answer open if a lower rate was slower than a higher one', () => {
    const rates = [
      { perSecond: 100, p99: typical(80, 70, 90) },
      { perSecond: 200, p99: typical(35, 30, 40) },
    ];
    assert.equal(keeps({ rates }, { rate: 150, p99: 50 }).answer, 'not known');
  });

  it('leaves the answer open if some requests exceeded the deadline', () => {
    const p99 = { ...typical(9_000, 8_000, 10_000), censored: true as const };
    assert.equal(keeps({ rates: [{ perSecond: 100, p99 }] }, { rate: 100, p99: 20_000 }).answer, 'not known');
  });
});

describe('the largest rate within the bound', () => {
  const shared = { contestant: 'threads', rounds: 10 };
  const rate: RateFigure = { ...shared, kind: 'rate', rate: interval(150, 130, 170) };
  const answerOf = (within: RateFigure, rate: number, p99 = 50) =>
    keeps({ ...pool, within }, { rate, p99 }).answer;

  it('answers where no measured rate does, by its complete interval', () => {
    assert.equal(answer(120, 50).answer, 'not known');
    assert.equal(answerOf(rate, 120), 'yes');
    assert.equal(answerOf(rate, 180), 'no');
    assert.equal(answerOf(rate, 140), 'not known');
    assert.equal(answerOf(rate, 160), 'not known');
  });

  it('answers as a bound on one side alone', () => {
    assert.equal(answerOf({ ...shared, kind: 'at least', perSecond: 150 }, 150), 'yes');
    assert.equal(answerOf({ ...shared, kind: 'at least', perSecond: 150 }, 160), 'not known');
    assert.equal(answerOf({ ...shared, kind: 'below', perSecond: 150 }, 150), 'no');
    assert.equal(answerOf({ ...shared, kind: 'below', perSecond: 150 }, 140), 'not known');
  });

  it('leaves what a measured rate answers, and decides nothing by few rounds or on a busy machine', () => {
    assert.deepEqual(keeps({ ...pool, within: rate }, { rate: 100, p99: 40 }), answer(100, 40));
    assert.equal(answerOf({ ...rate, indicative: true }, 120), 'not known');
  });

  it('counts machines by the lower end of the rate, and one where the case is kept; too few rounds count none', () => {
    const single: RateFigure = { ...rate, contestant: 'single', rate: interval(60, 50, 70) };
    const most: RateFigure = { ...shared, contestant: 'queue', kind: 'at least', perSecond: 100 };
    const strategies = [rate, single, most].map((within) => ({ id: within.contestant, rates: [], within }));
    const sentence = (wanted: number) => machinesSentence(strategies, { rate: wanted, p99: 50 });
    assert.equal(
      sentence(100),
      'That takes 1 machine with threads or queue or 2 machines with single, like this one.',
    );
    const more = sentence(151);
    assert.equal(more, 'That takes 2 machines with threads or 4 machines with single, like this one.');
    const few = [{ id: 'threads', rates: [], within: { ...rate, indicative: true as const } }];
    for (const wanted of [100, 400]) assert.equal(machinesSentence(few, { rate: wanted, p99: 50 }), '');
    assert.equal(machinesSentence([], { rate: 1, p99: 50 }), '');
  });
});

describe('the words for whether a p99 is kept', () => {
  const words = (bound: number, p99: TypicalP99, rate = 100) =>
    resultWords(keeps({ rates: [{ perSecond: 100, p99 }] }, { rate, p99: bound }), bound);
  const disturbed = { ...typical(20, 18, 247), high: 26 };

  it('are “kept” if every window was within the bound', () =>
    assert.equal(words(30, typical(20, 18, 26)), 'kept'));
  it('name the number of windows within the bound if the interval lies within it and a window does not', () =>
    assert.equal(words(30, disturbed), 'kept in 9 of 10 windows'));
  it('are “not kept” if the interval lies beyond the bound', () =>
    assert.equal(words(15, disturbed), 'not kept'));
  it('are “not known” if the interval spans the bound, or no such rate was measured', () => {
    assert.equal(words(20, disturbed), 'not known');
    assert.equal(words(30, disturbed, 200), 'not known');
  });
});

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
    assert.deepEqual(two?.rates, [{ perSecond: 250, p99: typical(40, 40, 40) }]);
  });

  it('have no rates for a run without a latency', () =>
    assert.ok(ratesMeasured({ ...analysis, scenarios: {} }).every(({ rates }) => rates.length === 0)));
});

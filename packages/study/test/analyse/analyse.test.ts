import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Accounting, Usage } from '@cpu-bound/measure/model';
import { questions } from '@cpu-bound/questions/questions';
import { analyse } from '../../src/analyse/analyse.ts';
import type { Condition } from '../../src/model/plan.ts';
import type { MetricId } from '../../src/model.ts';
import {
  analysed,
  closedLoops,
  death,
  type Made,
  metricIn,
  pairsOn,
  withFailures,
} from '../fixtures/measured.ts';
import { accounting, closedWindow, completed, headline, loadResult, run, sitting } from '../fixtures/run.ts';

const close = (actual: number | undefined, expected: number) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-6, `${actual} is not ${expected}`);

/** Moves the same trials to later rounds of a run. */
const later = (made: readonly Made[], by: number): Made[] =>
  made.map(({ trial, result }) => {
    const id = `sitting/${trial.round + by}`;
    return {
      trial: { ...trial, id, round: trial.round + by },
      result: {
        trial: id,
        blocks: result.blocks.map((block) => ({ ...block, trial: id })),
        ...(result.end && { end: { ...result.end, trial: id } }),
      },
    };
  });

describe('throughput', () => {
  it('counts the verified answers per second of each round, and locates them', () => {
    const analysis = analysed(closedLoops({ single: [200, 200, 200], cluster: [300, 320, 400] }));
    close(metricIn(analysis, 'single', 'throughput')?.estimate, 200);
    const cluster = metricIn(analysis, 'cluster', 'throughput');
    assert.deepEqual(cluster?.rounds, [300, 320, 400]);
    assert.deepEqual([cluster?.n, cluster?.unit, cluster?.indicative], [3, 'req/s', true]);
    close(cluster?.low, 300);
    close(cluster?.high, 400);
  });

  it('is the median of a round’s blocks, so that a disturbed block counts for nothing', () => {
    const analysis = analysed(
      closedLoops({
        single: [
          [200, 40, 202],
          [210, 208, 900],
        ],
      }),
    );
    assert.deepEqual(metricIn(analysis, 'single', 'throughput')?.rounds, [200, 210]);
  });

  for (const reason of ['wrong-answer', 'harmed'] as const)
    it(`does not count measurements of a contestant in a trial in which it failed (${reason}), and counts those of the others`, () => {
      const [first, second, third] = closedLoops({ single: [200, 210, 220], cluster: [300, 310, 320] });
      assert.ok(first && second && third);
      const failure = { ...death('cluster'), reason };
      const analysis = analysed([first, withFailures(second, failure), third]);
      assert.deepEqual(metricIn(analysis, 'single', 'throughput')?.rounds, [200, 210, 220]);
      assert.deepEqual(metricIn(analysis, 'cluster', 'throughput')?.rounds, [300, 320]);
    });

  it('is zero in the windows that a contestant missed because it had ended by itself, and its usage is unknown', () => {
    const usage: Usage = { generatorCpu: 0, serverCpu: 1, serverMemoryBytes: 2 ** 20 };
    const withUsage = ({ trial, result }: Made): Made => ({
      trial,
      result: {
        ...result,
        blocks: result.blocks.map((block) => ({
          ...block,
          windows: block.windows.map((each) => ({ ...each, usage })),
        })),
      },
    });
    const [first, second, third] = closedLoops({
      single: [200, [210, 210], 220],
      cluster: [300, [310, undefined], 320],
    }).map(withUsage);
    assert.ok(first && second && third);
    const scenarios = ['capacity', 'cost'];
    const analysis = analysed([first, withFailures(second, death('cluster')), third], { scenarios });
    // A round has the median of its blocks, and a rate of zero counts as less than one answer in the second.
    assert.deepEqual(metricIn(analysis, 'cluster', 'throughput')?.rounds, [300, 155.5, 320]);
    const { validity } = analysis;
    assert.deepEqual(
      validity.accounting.map(({ ok }) => ok),
      [200 + 210 + 210 + 220, 300 + 310 + 320, 0],
    );
    assert.deepEqual(validity.doubts, []);
  });

  it('has no zero for a window that the run found to be void, and none for a contestant that never answered', () => {
    const [first, second] = closedLoops({ single: [200, 210], cluster: [300, undefined], threads: [] });
    assert.ok(first && second);
    const voids = [{ subject: 'cluster', reasons: ['left late'] }];
    const isVoid = { ...second.result, blocks: second.result.blocks.map((block) => ({ ...block, voids })) };
    const failed = [death('cluster'), death('threads')] as const;
    const analysis = analysed([
      withFailures(first, death('threads')),
      withFailures({ ...second, result: isVoid }, ...failed),
    ]);
    assert.deepEqual(metricIn(analysis, 'cluster', 'throughput')?.rounds, [300]);
    assert.equal(metricIn(analysis, 'threads', 'throughput'), undefined);
  });

  it('counts block by block if a trial was cut short', () => {
    const [first, second] = closedLoops({ single: [200, [210, 212, 214]] });
    assert.ok(first && second);
    const cut: Made = {
      ...second,
      result: { trial: second.trial.id, blocks: second.result.blocks.slice(0, 2) },
    };
    assert.deepEqual(metricIn(analysed([first, cut]), 'single', 'throughput')?.rounds, [200, 211]);
  });

  it('leaves the twin out', () => {
    const analysis = analysed(closedLoops({ single: [200, 200], 'single-twin': [900, 900] }));
    assert.deepEqual(metricIn(analysis, 'single', 'throughput')?.rounds, [200, 200]);
  });
});

describe('the conditions of an analysis', () => {
  for (const [what, other] of [
    ['inputs', { input: { upTo: '50000' }, setting: { connections: 50 } }],
    ['settings', { ...headline, setting: { connections: 4 } }],
  ] as const satisfies [string, Condition][])
    it(`differ if their ${what} differ`, () => {
      const analysis = analysed([
        ...closedLoops({ single: [200] }),
        ...later(closedLoops({ single: [1_600] }, { window: closedWindow(other) }), 1),
      ]);
      close(metricIn(analysis, 'single', 'throughput')?.estimate, 200);
      close(metricIn(analysis, 'single', 'throughput', other)?.estimate, 1_600);
    });
});

describe('the physical limit', () => {
  it('is the number of cores ÷ the kernel’s CPU time', () => {
    const limit = metricIn(analysed(closedLoops({ single: [200, 200, 200] })), 'kernel', 'limit');
    close(limit?.estimate, 400);
    assert.deepEqual(limit?.rounds, [400, 400, 400]);
  });

  it('is absent if the kernel was not timed', () => {
    const made = closedLoops({ single: [200] }).map(({ trial, result }): Made => {
      const blocks = result.blocks.map(({ reference: _none, ...block }) => block);
      return { trial, result: { ...result, blocks } };
    });
    const analysis = analysed(made);
    assert.equal(metricIn(analysis, 'kernel', 'limit'), undefined);
  });

  it('uses the kernel’s time for the same input, and not for one with only some of its parameters', () => {
    const listing: Condition = { ...headline, input: { upTo: '200000', list: 'true' } };
    const analysis = analysed([
      ...closedLoops({ single: [200] }),
      ...later(closedLoops({ single: [100] }, { window: closedWindow(listing), kernelMs: () => 10 }), 1),
    ]);
    close(metricIn(analysis, 'kernel', 'limit')?.estimate, 400);
    close(metricIn(analysis, 'kernel', 'limit', listing)?.estimate, 200);
  });
});

describe('the two factors of throughput', () => {
  /** A round of `single` with 100 answers in a second, and with this CPU time of the service and of its Redis. */
  const factor = (metric: MetricId, usage: Partial<Usage>) => {
    const trial = sitting(1, ['single'], [closedWindow()]);
    const result = { subject: 'single', load: loadResult(100), usage: { generatorCpu: 0, ...usage } };
    return metricIn(analysed([{ trial, result: completed(trial, [[result]]) }]), 'single', metric)?.estimate;
  };

  it('are the cores that a contestant used, Redis included, and its answers per CPU second', () => {
    close(factor('cpu-used', { serverCpu: 0.6, redisCpu: 0.2 }), 0.8);
    close(factor('answers-per-cpu-second', { serverCpu: 0.6, redisCpu: 0.2 }), 125);
  });

  it('are absent if the CPU time is unknown', () => assert.equal(factor('cpu-used', {}), undefined));
});

describe('the share of unanswered requests', () => {
  const shareOf = (counts: Partial<Accounting>) => {
    const trial = sitting(1, ['single'], [closedWindow()]);
    const load = { ...loadResult(50), accounting: accounting(counts) };
    const result = completed(trial, [[{ subject: 'single', load }]]);
    return metricIn(analysed([{ trial, result }]), 'single', 'unanswered')?.estimate;
  };

  it('is the unanswered part of the requests that ended', () => {
    assert.equal(shareOf({ sent: 53, ok: 50, inFlight: 3 }), 0);
    close(shareOf({ sent: 103, ok: 50, refused: 20, failed: 10, timedOut: 10, lost: 10, inFlight: 3 }), 0.5);
  });

  it('is 1 if no request was answered', () =>
    assert.equal(shareOf({ sent: 53, failed: 50, inFlight: 3 }), 1));

  it('is compared between contestants, and those that answer every request are equivalent', () => {
    const rounds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const failing = {
      ...loadResult(100),
      accounting: accounting({ sent: 203, ok: 100, failed: 100, inFlight: 3 }),
    };
    const analysis = analysed(
      rounds.map((round): Made => {
        const trial = sitting(round, ['single', 'cluster', 'threads'], [closedWindow()]);
        const loads = { single: loadResult(100), cluster: loadResult(200), threads: failing };
        const windows = Object.entries(loads).map(([subject, load]) => ({ subject, load }));
        return { trial, result: completed(trial, [windows]) };
      }),
    );
    const verdicts = pairsOn(analysis, 'answered-share').map(({ contestant, against, verdict }) => [
      `${contestant} ÷ ${against}`,
      verdict,
    ]);
    assert.deepEqual(Object.fromEntries(verdicts), {
      'cluster ÷ single': 'equivalent',
      'threads ÷ single': 'worse',
      'threads ÷ cluster': 'worse',
    });
  });
});

it('a window without an answer counts as a result of fewer than one answer', () => {
  const analysis = analysed(closedLoops({ single: [0, 0, 0] }));
  assert.equal(metricIn(analysis, 'single', 'throughput')?.estimate, 1);
});

describe('comparisons of contestants', () => {
  const steady = (rate: number) => Array.from({ length: 10 }, (_, round) => rate * (1 + round / 1000));
  const verdicts = (made: readonly Made[], baseline = 'single') =>
    pairsOn(analysed(made, { baseline }), 'throughput').map(
      ({ contestant, against, verdict }) => [contestant, against, verdict] as const,
    );

  it('cover all pairs, round by round, without the twin', () => {
    const made = closedLoops({
      single: steady(200),
      cluster: steady(400),
      threads: steady(100),
      'single-twin': steady(200),
    });
    assert.deepEqual(verdicts(made), [
      ['cluster', 'single', 'better'],
      ['threads', 'single', 'worse'],
      ['threads', 'cluster', 'worse'],
    ]);
    const [cluster] = pairsOn(analysed(made), 'throughput');
    close(cluster?.ratio.estimate, 2);
    assert.equal(cluster?.ratio.n, 10);
  });

  it('have the same pairs for every baseline', () => {
    const made = closedLoops({ single: steady(200), cluster: steady(400) });
    assert.deepEqual(verdicts(made, 'cluster'), verdicts(made));
  });

  it('do not need the rounds of a contestant without any, even if it is the baseline', () => {
    assert.deepEqual(verdicts(closedLoops({ single: steady(200), cluster: steady(400), threads: [] })), [
      ['cluster', 'single', 'better'],
    ]);
    assert.deepEqual(verdicts(closedLoops({ cluster: steady(400), threads: steady(100) })), [
      ['threads', 'cluster', 'worse'],
    ]);
  });
});

describe('an analysis', () => {
  it('is a pure function of the run', () => {
    const made = closedLoops({ single: [200, [201, 190], 202], cluster: [300, 310, 305] });
    const before = JSON.stringify(made);
    assert.equal(JSON.stringify(analysed(made)), JSON.stringify(analysed(structuredClone(made))));
    assert.equal(JSON.stringify(made), before, 'and leaves the run as it is');
  });

  it('gives each scenario its own windows alone', () => {
    const trial = sitting(1, ['single'], [closedWindow(headline, ['cost'])]);
    const made = { trial, result: completed(trial, [[]]) };
    const { capacity, cost } = analysed([made], { scenarios: ['capacity', 'cost'] }).scenarios;
    assert.deepEqual(capacity?.metrics, []);
    assert.ok(cost);
  });

  it('reports the duration of the run, the promised duration, and the number of completed trials', () => {
    const [first, second] = closedLoops({ single: [200, 210] });
    assert.ok(first && second);
    const cut: Made = { ...second, result: { trial: second.trial.id, blocks: [] } };
    const { run: about } = analysed([first, cut], { promisedS: 300 });
    assert.deepEqual([about.durationS, about.promisedS, about.trials], [240, 300, 1]);
  });

  it('is empty for a run without a result', () => {
    const { scenarios: found, validity, run: about } = analyse(run([]), questions);
    assert.deepEqual(found.capacity?.metrics, []);
    assert.deepEqual([validity.failed, about.trials], [[], 0]);
  });
});

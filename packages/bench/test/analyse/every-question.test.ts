import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { analyse } from '../../src/analyse/analyse.ts';
import type { Analysis, Metric, MetricId, ScenarioAnalysis } from '../../src/model.ts';
import type { LatencyAnalysis } from '../../src/scenarios/latency/analysis.ts';
import { scenarios } from '../../src/scenarios/scenarios.ts';
import type { TaskSizeAnalysis } from '../../src/scenarios/task-size/analysis.ts';
import { everyQuestion } from '../fixtures/every-question.ts';
import { assertGolden } from '../golden.ts';
import { chartsOf, chartsShown, renderedPage } from '../report/rendered.ts';
import { elements } from '../report/svg.ts';

let few: Analysis;
let many: Analysis;
before(() => {
  few = analyse(everyQuestion(2), scenarios);
  many = analyse(everyQuestion(10), scenarios);
});

/** The metric of a contestant whose condition has these values, in the input or in the setting. */
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

describe('task-size', () => {
  it('finds the CPU time that a request costs beside the kernel, whatever the size', () => {
    for (const upTo of ['10000', '50000', '200000']) {
      near(metric('task-size', 'queue', 'overhead-ms', { upTo }).estimate, 1, 0.1);
      near(metric('task-size', 'single', 'overhead-ms', { upTo }).estimate, 0.1, 0.7);
    }
  });
  it('names the two sizes between which two workers begin to make up for what they cost', () => {
    // 2 ÷ (x + 1) = 1 ÷ (x + 0.1) at x = 0.8, which nobody measured.
    const { breakEven } = many.scenarios['task-size'] as TaskSizeAnalysis;
    const queue = breakEven.find(({ contestant }) => contestant === 'queue');
    near(queue?.notYetMs ?? Number.NaN, 0.7);
    near(queue?.fromMs ?? Number.NaN, 1.8);
  });
  it('names no lower size for who is ahead at every one', () => {
    const { breakEven } = many.scenarios['task-size'] as TaskSizeAnalysis;
    const cluster = breakEven.find(({ contestant }) => contestant === 'cluster');
    assert.equal(cluster?.notYetMs, undefined);
    near(cluster?.fromMs ?? Number.NaN, 0.07);
  });
});

describe('workers', () => {
  it('relates each number of workers to one worker of the same round', () => {
    near(metric('workers', 'cluster', 'speed-up', { workers: 2 }).estimate, 2);
    near(metric('workers', 'cluster', 'speed-up', { workers: 4 }).estimate, 2);
    near(metric('workers', 'cluster', 'speed-up', { workers: 1 }).estimate, 1);
  });
});

describe('mixed-sizes', () => {
  it('keeps the small and the large apart', () => {
    const small = metric('mixed-sizes', 'queue', 'latency-p50', { part: 'small', upTo: '50000' });
    const large = metric('mixed-sizes', 'queue', 'latency-p50', { part: 'large', upTo: '500000' });
    near(large.estimate / small.estimate, 16 / 0.7, 0.2);
  });
});

describe('connections', () => {
  it('shows the largest share, of variants too', () => {
    near(metric('connections', 'cluster', 'share-max').estimate, 0.5);
    near(metric('connections', 'cluster:os', 'share-max').estimate, 0.75);
    near(metric('connections', 'cluster:os', 'share-min').estimate, 0.25);
  });
});

describe('overload', () => {
  it('counts the answers of a second, and compares them between contestants', () => {
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
    assert.equal(pair?.verdict, 'faster');
    near(metric('overload', 'queue', 'shed', { load: 3 }).estimate, 2 / 3);
    assert.equal(metric('overload', 'single', 'shed', { load: 3 }).high, 0);
  });
  it('is over when the backlog is', () => {
    near(metric('overload', 'single', 'recovery', { load: 3 }).estimate, 900);
    near(metric('overload', 'queue', 'recovery', { load: 3 }).estimate, 20);
  });
});

describe('faults and restart', () => {
  it('count what was sent and where it went', () => {
    const of = (name: MetricId) => metric('faults', 'cluster', name, { fault: 'kill-worker' }).estimate;
    assert.equal(of('answered') + of('errors') + of('refused') + of('lost'), of('sent'));
    assert.equal(of('errors'), 12);
    near(of('recovery'), 400, 1e-6);
  });
  it('measure how long nobody was served', () =>
    near(metric('restart', 'single', 'outage').estimate, 400, 1e-6));
});

describe('verdicts', () => {
  it('are given for ten rounds, and none for two', () => {
    const ratios = (analysis: Analysis) =>
      Object.values(analysis.scenarios).flatMap(({ comparisons }) => comparisons);
    assert.ok(ratios(few).every(({ verdict, ratio }) => verdict === 'too-close' && ratio.indicative));
    assert.ok(ratios(many).every(({ ratio }) => !ratio.indicative));
    assert.ok(ratios(many).some(({ verdict }) => verdict === 'faster'));
  });
  it('are on all pairs, the contestants among themselves too', () => {
    const { comparisons = [] } = many.scenarios.capacity ?? {};
    const pairs = comparisons.map(({ contestant, against }) => `${contestant}/${against}`);
    assert.deepEqual(pairs, ['cluster/single', 'queue/single', 'queue/cluster']);
  });
});

describe('the report of every question', () => {
  it('of ten rounds', async () => assertGolden('every-question.md', await renderedPage(many)));
  it('of two rounds', async () => assertGolden('every-question-brief.md', await renderedPage(few)));

  it('says in each section what was found, shows it, and folds how it was measured', async () => {
    const sections = (await renderedPage(many)).split(/^## /m);
    for (const { question } of scenarios) {
      const section = sections.find((one) => one.startsWith(question)) ?? assert.fail(question);
      const [open = '', folded = ''] = section.split('<details>');
      for (const part of [/^- .+\.$/m, /!\[/]) assert.match(open, part, question);
      assert.match(folded, /^\| /m, question);
      assert.doesNotMatch(open, /^\| /m, question);
      assert.doesNotMatch(section, /undefined|NaN|\[object/, question);
    }
  });

  it('shows a chart for each question, well-formed, and each that it shows', async () => {
    const charts = await chartsOf(many);
    const shown = new Set(chartsShown(await renderedPage(many)));
    assert.deepEqual(new Set(charts.map(({ file }) => file)), shown);
    for (const { svg, file } of charts) {
      assert.equal(elements(svg)[0]?.name, 'svg');
      assert.doesNotMatch(svg, /NaN|undefined|Infinity/, file);
    }
  });

  it('says so where a chart could not be drawn, and shows it nowhere', async () => {
    const latency = { ...many.scenarios.latency, curves: [] } as unknown as LatencyAnalysis;
    const text = await renderedPage({ ...many, scenarios: { latency } });
    assert.match(text, /No chart: too little/);
    assert.deepEqual(chartsShown(text), ['needs.svg', 'latency-over-rate.svg']);
  });

  it('shows no chart that was not drawn, whatever was void', async () => {
    const all = Object.entries(many.scenarios);
    const names = [...new Set(all.flatMap(([, { metrics }]) => metrics.map(({ metric }) => metric)))];
    await fc.assert(
      fc.asyncProperty(fc.subarray(names), fc.boolean(), async (kept, withCurves) => {
        const left = all.map(([id, found]): [string, ScenarioAnalysis] => {
          const metrics = found.metrics.filter(({ metric }) => kept.includes(metric));
          const { curves = [] } = found as Partial<LatencyAnalysis>;
          return [id, { ...found, metrics, ...{ curves: withCurves ? curves : [] } }];
        });
        const analysis = { ...many, scenarios: Object.fromEntries(left) };
        const drawn = (await chartsOf(analysis)).map(({ file }) => file);
        const shown = chartsShown(await renderedPage(analysis));
        assert.deepEqual(
          shown.filter((file) => !drawn.includes(file)),
          [],
        );
      }),
      { numRuns: 8 },
    );
  });

  it('colours a variant like its contestant', async () => {
    const chart = (await chartsOf(many)).find(({ file }) => file === 'connections.svg');
    const colours = (id: string) =>
      elements(chart?.svg ?? '')
        .filter(({ attributes }) => attributes['aria-label']?.includes(`contestant: ${id};`))
        .flatMap(({ attributes }) => [attributes.fill, attributes.stroke])
        .filter((value) => value?.startsWith('#'));
    assert.ok(colours('cluster:os').length > 0);
    assert.deepEqual(new Set(colours('cluster:os')), new Set(colours('cluster')));
  });
});

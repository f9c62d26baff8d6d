import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { analyse } from '../../src/analyse/analyse.ts';
import type { Analysis, Condition, Metric, ScenarioAnalysis } from '../../src/model.ts';
import { renderCharts } from '../../src/report/write.ts';
import { scenarios } from '../../src/scenarios/scenarios.ts';
import { everyQuestion } from '../fixtures/every-question.ts';
import { assertGolden } from '../golden.ts';
import { chartsShown, renderedPage } from '../report/rendered.ts';
import { elements } from '../report/svg.ts';

let few: Analysis;
let many: Analysis;
before(() => {
  few = analyse(everyQuestion(2), scenarios);
  many = analyse(everyQuestion(7), scenarios);
});

function metric(scenario: string, contestant: string, name: string, under: Condition = {}): Metric {
  const matches = (condition: Condition) =>
    Object.entries(under).every(([key, value]) => condition[key] === value);
  const found = many.scenarios[scenario]?.metrics.find(
    (one) => one.contestant === contestant && one.metric === name && matches(one.condition),
  );
  return found ?? assert.fail(`${scenario} has no ${name} of ${contestant}`);
}

const near = (actual: number, expected: number, share = 0.05) =>
  assert.ok(Math.abs(actual / expected - 1) < share, `${actual} is not about ${expected}`);

describe('task-size', () => {
  it('finds the CPU time that a request costs beside the kernel, whatever the size', () => {
    for (const upTo of [10_000, 50_000, 200_000]) {
      near(metric('task-size', 'queue', 'overhead', { upTo }).estimate, 1);
      near(metric('task-size', 'single', 'overhead', { upTo }).estimate, 0.1);
    }
  });
  it('finds the size at which two workers make up for what they cost', () => {
    // 2 ÷ (x + 1) = 1 ÷ (x + 0.1) at x = 0.8; interpolated between 0.7 and 1.8.
    const { estimate, n } = metric('task-size', 'queue', 'break-even');
    near(estimate, 0.8, 0.2);
    assert.equal(n, 7);
  });
  it('has no such size for who is ahead at every one', () => {
    const found = many.scenarios['task-size']?.metrics.filter((one) => one.metric === 'break-even');
    assert.deepEqual(
      found?.map(({ contestant }) => contestant),
      ['queue'],
    );
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
    const small = metric('mixed-sizes', 'queue', 'latency-p50', { part: 'small', upTo: 50_000 });
    const large = metric('mixed-sizes', 'queue', 'latency-p50', { part: 'large', upTo: 500_000 });
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
  it('relates what got through to the capacity', () => {
    for (const id of ['single', 'cluster', 'queue'])
      near(metric('overload', id, 'goodput', { load: 3 }).estimate, 1);
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
    const of = (name: string) => metric('faults', 'cluster', name, { fault: 'kill-worker' }).estimate;
    assert.equal(of('answered') + of('errors') + of('shed') + of('lost'), of('sent'));
    assert.equal(of('errors'), 12);
    near(of('recovery'), 400, 1e-6);
  });
  it('measure how long nobody was served', () =>
    near(metric('restart', 'single', 'outage').estimate, 400, 1e-6));
});

describe('verdicts', () => {
  it('are given for seven rounds, and none for two', () => {
    const verdicts = (analysis: Analysis) =>
      new Set(
        Object.values(analysis.scenarios).flatMap(({ comparisons }) => comparisons.map((one) => one.verdict)),
      );
    assert.deepEqual(verdicts(few), new Set(['indicative']));
    assert.ok(!verdicts(many).has('indicative'));
    assert.ok(verdicts(many).has('faster'));
  });
});

describe('the report of every question', () => {
  it('of two rounds', async () => assertGolden('every-question.md', await renderedPage(few)));

  it('states in each section what was predicted, what it means, and where its numbers are', async () => {
    const sections = (await renderedPage(many)).split(/^## /m);
    for (const { question } of scenarios) {
      const section = sections.find((one) => one.startsWith(question)) ?? assert.fail(question);
      for (const part of [/\*\*Predicted\.\*\*/, /\*\*What it means\.\*\*/, /From trials `/, /!\[/, /^\| /m])
        assert.match(section, part, question);
      assert.doesNotMatch(section, /undefined|NaN|\[object/, question);
    }
  });

  it('shows a chart for each question, well-formed, and each that it shows', async () => {
    const charts = await renderCharts(many, scenarios);
    const shown = new Set(chartsShown(await renderedPage(many)));
    assert.deepEqual(new Set(charts.map(({ file }) => file)), shown);
    for (const { svg, file } of charts) {
      assert.equal(elements(svg)[0]?.name, 'svg');
      assert.doesNotMatch(svg, /NaN|undefined|Infinity/, file);
    }
  });

  it('says so where a chart could not be drawn, and shows it nowhere', async () => {
    const { latency } = many.scenarios;
    assert.ok(latency);
    const text = await renderedPage({ ...many, scenarios: { latency: { ...latency, curves: [] } } });
    assert.match(text, /No chart: too little/);
    assert.deepEqual(chartsShown(text), ['latency-knee.svg']);
  });

  it('shows no chart that was not drawn, whatever was void', async () => {
    const all = Object.entries(many.scenarios);
    const names = [...new Set(all.flatMap(([, { metrics }]) => metrics.map(({ metric }) => metric)))];
    await fc.assert(
      fc.asyncProperty(fc.subarray(names), fc.boolean(), async (kept, withCurves) => {
        const left = all.map(([id, found]): [string, ScenarioAnalysis] => {
          const metrics = found.metrics.filter(({ metric }) => kept.includes(metric));
          return [id, { ...found, metrics, curves: (withCurves && found.curves) || [] }];
        });
        const analysis = { ...many, scenarios: Object.fromEntries(left) };
        const drawn = (await renderCharts(analysis, scenarios)).map(({ file }) => file);
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
    const chart = (await renderCharts(many, scenarios)).find(({ file }) => file === 'connections.svg');
    const colours = (id: string) =>
      elements(chart?.svg ?? '')
        .filter(({ attributes }) => attributes['aria-label']?.includes(`contestant: ${id};`))
        .flatMap(({ attributes }) => [attributes.fill, attributes.stroke])
        .filter((value) => value?.startsWith('#'));
    assert.ok(colours('cluster:os').length > 0);
    assert.deepEqual(new Set(colours('cluster:os')), new Set(colours('cluster')));
  });
});

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import type { Analysis, ScenarioAnalysis } from '@cpu-bound/study/model';
import type { LatencyAnalysis } from '@cpu-bound/study/scenarios/latency/analysis';
import { scenarios } from '@cpu-bound/study/scenarios/scenarios';
import { decided } from '@cpu-bound/study/test/analysis';
import { everyQuestion } from '@cpu-bound/study/test/every-question';
import fc from 'fast-check';
import { assertGolden } from './golden.ts';
import { chartsOf, chartsShown, renderedPage } from './rendered.ts';
import { elements } from './svg.ts';

let few: Analysis;
let many: Analysis;
before(() => {
  few = decided(analyse(everyQuestion(2), scenarios));
  many = decided(analyse(everyQuestion(10), scenarios));
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

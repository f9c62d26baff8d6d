import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { PICTURES } from '@cpu-bound/report/picture/svg';
import { present } from '@cpu-bound/report/tables/markdown';
import { chartsOf, chartsShown, renderedPage } from '@cpu-bound/report/test/rendered';
import { elements } from '@cpu-bound/report/test/svg';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Metric, ScenarioAnalysis } from '@cpu-bound/study/model';
import fc from 'fast-check';
import type { LatencyAnalysis } from '../src/questions/latency.ts';
import { questions } from '../src/questions.ts';
import { decided } from './fixtures/analysis.ts';
import { everyQuestion } from './fixtures/every-question.ts';

/** The findings that follow from the fixture: its contestants' answers, refusals, losses and needs. */
const findings: Readonly<Record<string, readonly RegExp[]>> = {
  capacity: [
    /^Answers at full load: cluster 434\/s \(best\), queue −16 %, single −50 %\.$/m,
    /^\*\*Why\*\*: JavaScript runs on one thread/m,
  ],
  latency: [
    /^P99 at 109\/s: no difference shown between single, cluster and queue; median at 109\/s: /m,
    /^- Overloaded at 261 requests\/s: single \(the rate is 120 % .+ of its throughput\)\.$/m,
  ],
  within: [/^Traffic, p99 ≤ 50 ms: .*single −\d+ %\.$/m],
  responsiveness: [
    /^Light requests at 109\/s: no difference shown between single, cluster and queue; light requests at full load: /m,
  ],
  cost: [
    /^Memory: no difference shown between .*; CPU per request: /m,
    /^\*\*50 connections\*\*: the kernel alone 4\.\d+ \[/m,
  ],
  isolation: [
    /^Endless task: queue 0 of 157 unanswered \(best\), single 12, cluster 12; native crash: queue 0 of 157 /m,
  ],
  faults: [
    /^Killed process: queue 0 of 391 unanswered \(best\), cluster 12\.$/m,
    /^Left out: single \(kill-worker\): its manifest does not name this fault/m,
  ],
  overload: [
    /^Answers and their wait at 3× overload: cluster 435\/s \(best\), queue −16 %, single −50 %\.$/m,
  ],
  'task-size': [
    /cluster: more throughput than a single process at every measured task size, from 0\.0697 ms on\./m,
    /queue: more throughput than a single process from a task size between 0\.699 and 1\.80 ms on\.$/m,
  ],
  'mixed-sizes': [/^Small tasks among large ones: no difference shown between single, cluster and queue\.$/m],
  workers: [
    /^cluster: 2\.00× the throughput of one worker \[.+\] with 2 workers, and 2\.00× \[.+\] with 4: no difference shown\./m,
    /^Left out: single: it has no workers: its one process computes\.$/m,
  ],
  connections: [
    /50 connections, used in turn: cluster, the OS deals gave one worker 75 % .+ of the answers \(an even share is 50 %\)\.$/m,
  ],
  restart: [/^Time without service at a restart: queue 0 s \(best\), single 0\.400, cluster 0\.400\.$/m],
  jobs: [
    /^Accepted jobs at a restart: queue 0 of 200 lost \(best\)\.$/m,
    /^Left out: single, cluster: it has no job API\.$/m,
  ],
  cpus: [/^Answers on one core: cluster 435\/s \(best\), queue −16 %, single −50 %\.$/m],
  payload: [/^Large answers: cluster 435\/s \(best\), queue −17 %, single −50 %\.$/m],
  soak: [
    /^There are fewer than 40 windows each/m,
    /No strategy was shown to stall more often than another: bad are single 0, cluster 0 and queue 0 of \d+ windows? each\./,
    /No memory was shown to grow by more than 1 MiB per minute\./,
  ],
  frames: [/^\| in frames of 25 ms, /m, /^\| in a window of 10 s, /m],
};

/** Returns the part of a report that answers a question. */
function sectionOf(page: string, id: string): string {
  const { question } = questions.find((one) => one.id === id) ?? assert.fail(id);
  const sections = page.split(/^## /m);
  return sections.find((one) => one.startsWith(question)) ?? assert.fail(question);
}

let few: Analysis;
let many: Analysis;
let page: string;
before(async () => {
  few = decided(analyse(everyQuestion(2), questions));
  many = decided(analyse(everyQuestion(10), questions));
  page = await renderedPage(many);
});

describe('the report of every question', () => {
  for (const [id, sentences] of Object.entries(findings)) {
    it(`reports the findings of ${id}`, () => {
      const section = sectionOf(page, id);
      for (const sentence of sentences) assert.match(section, sentence);
    });
  }

  it('has the expected sentences of every question', () =>
    assert.deepEqual(
      Object.keys(findings),
      questions.map(({ id }) => id),
    ));

  it('has each figure in the tables of its question, except in its sentences and headings', () => {
    const elsewhere: Readonly<Record<string, readonly string[]>> = {
      capacity: ['least-share'],
      latency: ['offered', 'overloaded'],
      within: ['offered'],
      'task-size': ['kernel-ms'],
    };
    const shows = [format.interval, format.percent, format.mebibytes, format.integers, format.ratio];
    for (const { id } of questions) {
      const [, folded = ''] = sectionOf(page, id).split('<details>');
      const { metrics = [] } = many.scenarios[id] ?? {};
      assert.ok(metrics.length > 0, id);
      const missing = metrics.filter(
        (one) => one.metric !== 'unanswered' && !shows.some((show) => folded.includes(` ${show(one)} `)),
      );
      assert.deepEqual([...new Set(missing.map(({ metric }) => metric))], elsewhere[id] ?? [], id);
    }
  });

  it('names a cluster one of whose workers had too few connections of a closed loop, and no other', () => {
    const capacity = questions.find(({ id }) => id === 'capacity');
    const found = many.scenarios.capacity ?? assert.fail('it is made');
    const withLeast = (estimate: number): ScenarioAnalysis => ({
      ...found,
      metrics: found.metrics.map((one) =>
        one.metric === 'least-share' ? { ...one, estimate, low: 0.9 * estimate, high: 1.1 * estimate } : one,
      ),
    });
    const says = (given: ScenarioAnalysis) =>
      present(capacity?.section(given, { analysis: decided(many), chart: () => '' }).says ?? []).filter(
        (sentence) => sentence.includes('fewest answers'),
      );
    assert.deepEqual(says(found), []);
    assert.deepEqual(says(withLeast(0.4)), [
      'cluster: the worker with the fewest answers gave 40 % [36, 44] of an even part; it had too few connections, or none',
    ]);
  });

  it('begins with the findings, and compares no needs, if it is that of a soak', async () => {
    const asked = decided(analyse(everyQuestion(1, undefined, ['soak']), questions));
    const text = await renderedPage({ ...asked, run: { ...asked.run, profile: 'soak' } });
    const [screen = ''] = text.split(/^## /m);
    assert.match(
      screen,
      /^# What is rare, and what changes, with `primes` on 2 cores\?\n\n- There are fewer than 40 windows each, .+\.\n- No strategy was shown to stall more often than another: bad are .+ of 1 window each\.\n- No memory was .+\.\n- No p50 was shown to change by more than 1\.10× beside the others\.\n/,
    );
    assert.doesNotMatch(screen, /No comparison|Not measured|bench more/);
  });

  it('has no verdict with two rounds, and shows the lowest and the highest instead of an interval', async () => {
    const [text] = (await renderedPage(few)).split('## Appendix');
    assert.match(text ?? '', /^Not judged yet, after 2 rounds: answers at full load\.$/m);
    assert.doesNotMatch(text ?? '', /▲|▼|= equivalent|\d \[\d/);
    assert.match(text ?? '', /\d \(\d+ to \d+\)/);
  });

  it('shows a sentence, a chart and the mechanism of each section, and folds its tables', () => {
    for (const { id, question } of questions) {
      const section = sectionOf(page, id);
      const [open = '', folded = ''] = section.split('<details>');
      for (const part of [/^(- )?\S.+\.$/m, /!\[/, /^\*\*Why\*\*: /m]) assert.match(open, part, question);
      assert.match(folded, /^\| /m, question);
      assert.doesNotMatch(open, /^\| /m, question);
      assert.doesNotMatch(section, /undefined|NaN|\[object/, question);
    }
  });

  it('has a well-formed chart for each question, and draws each chart that it shows', async () => {
    const charts = await chartsOf(many);
    const shown = new Set(chartsShown(page));
    const pictures: readonly string[] = Object.values(PICTURES);
    assert.deepEqual(
      new Set(charts.map(({ file }) => file).filter((file) => !pictures.includes(file))),
      shown,
    );
    for (const file of pictures) assert.ok(page.includes(`"charts/${file}"`), file);
    for (const { svg, file } of charts) {
      assert.equal(elements(svg)[0]?.name, 'svg');
      assert.doesNotMatch(svg, /NaN|undefined|Infinity/, file);
    }
  });

  it('says that a chart could not be drawn, and does not show it', async () => {
    const found = many.scenarios.latency as LatencyAnalysis;
    const isOfCurve = ({ condition }: Metric) => ![0.5, 0.6].includes(condition.setting.load ?? 0);
    const latency = { ...found, metrics: found.metrics.filter(isOfCurve) };
    const text = await renderedPage({ ...many, scenarios: { latency } });
    assert.match(text, /No chart: too little/);
    assert.deepEqual(chartsShown(text), ['latency-over-rate.svg']);
  });

  it('shows no chart that was not drawn, whatever was void', async () => {
    const all = Object.entries(many.scenarios);
    const names = [...new Set(all.flatMap(([, { metrics }]) => metrics.map(({ metric }) => metric)))];
    await fc.assert(
      fc.asyncProperty(fc.subarray(names), async (measured) => {
        const left = all.map(([id, found]): [string, ScenarioAnalysis] => {
          const metrics = found.metrics.filter(({ metric }) => measured.includes(metric));
          return [id, { ...found, metrics }];
        });
        const analysis = { ...many, scenarios: Object.fromEntries(left) };
        const drawn = (await chartsOf(analysis)).map(({ file }) => file);
        const shown = chartsShown(await renderedPage(analysis));
        const notDrawn = shown.filter((file) => !drawn.includes(file));
        assert.deepEqual(notDrawn, []);
      }),
      { numRuns: 4 },
    );
  });

  it('gives a variant the colour of its contestant', async () => {
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

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sentences } from '@cpu-bound/report/tables/sentences';
import { chartsOf, chartsShown, renderedPage } from '@cpu-bound/report/test/rendered';
import { elements } from '@cpu-bound/report/test/svg';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import * as format from '@cpu-bound/study/format';
import type { Analysis, ScenarioAnalysis } from '@cpu-bound/study/model';
import fc from 'fast-check';
import type { CapacityAnalysis } from '../src/capacity/analyse.ts';
import { capacity } from '../src/capacity/question.ts';
import type { LatencyAnalysis } from '../src/latency/analyse.ts';
import { questions } from '../src/questions.ts';
import { decided } from './fixtures/analysis.ts';
import { everyQuestion } from './fixtures/every-question.ts';

/** The findings that follow from the fixture: its contestants' answers, refusals, losses and needs. */
const findings: Readonly<Record<string, readonly RegExp[]>> = {
  capacity: [
    /^In throughput, cluster is first; single \(÷2\.00\) and queue \(÷1\.19\) are behind\. /m,
    /^\*\*Why\*\*: A process computes on one core/m,
  ],
  latency: [
    /In p99 at 109 requests\/s, single, cluster and queue are equivalent\.$/m,
    /^- Overloaded at 261 requests\/s: single \(the rate is 120 % .+ of its throughput\)\.$/m,
  ],
  within: [
    /^(?:- )?Requests per second with p99 within 50 ms: single 17\d \[.+\], cluster 3\d\d \[.+\], queue 2\d\d \[.+\]\./m,
    /In requests per second within 50 ms, .*single \(÷\d\.\d\d\).* behind\./m,
  ],
  responsiveness: [
    /^(?:- )?Median `\/hello` latency while saturated by 50 connections: single 1\.\d+ ms, cluster 1\.\d+ ms, queue 1\.\d+ ms\./m,
  ],
  cost: [
    /beyond the 4\.\d+ ms of the kernel, with upTo=200000: single 0\.10\d .+ ms; cluster 0\.10\d .+ ms; queue 1\.0\d /,
    /^In memory at 109 requests\/s, single, cluster and queue are equivalent\. In CPU time per request at 109 requests\/s, /m,
  ],
  isolation: [
    /A task that never ends: single leaves 12 of 157 other requests unanswered; cluster 12 of 157; queue answers all\. Restarted as a whole: single\.$/m,
  ],
  faults: [
    /^With a killed worker\. cluster: of 391 requests, 12 failed; recovered after 400 .+ ms/m,
    /With a killed Redis\. queue: all 626 requests answered, none twice; recovered after 0 .+ ms\.$/m,
    /^Left out: single \(kill-worker\): its manifest does not name this fault/m,
  ],
  overload: [
    /At 3 times its own throughput: single gave 21\d answers a second with a median of [^;]+, none refused;/m,
    /; queue gave 36\d answers a second with a median of [^;]+, 67 % refused at once\./m,
  ],
  'task-size': [
    /cluster: more throughput than a single process at every measured task size, from 0\.0697 ms on\./m,
    /queue: more throughput than a single process from a task size between 0\.699 and 1\.80 ms on\.$/m,
  ],
  'mixed-sizes': [
    /In small-task p90, no difference was shown between single, cluster and queue\. In large-task p90, /,
  ],
  workers: [
    /cluster: 2\.00× the throughput of one worker \[.+\] with 2 workers, and 2\.00× \[.+\] with 4: no difference shown\./,
    /^Left out: single: it has no workers: its one process computes\.$/m,
  ],
  connections: [
    /50 connections, used in turn: cluster, the OS deals gave one worker 75 % .+ of the answers \(an even share is 50 %\)\.$/m,
  ],
  restart: [
    /^A restart without a second instance\. .*cluster: 12 requests failed in 400 ms without service/m,
    /queue: every request was answered\.$/m,
  ],
  jobs: [
    /queue, append-only file off: .*; 70 of 140 jobs lost when Redis is killed; 100 of 200 jobs lost when every process restarts\./m,
    /^- queue, append-only file, synced always: median time to accept 12\.0 .+; 0 of 140 jobs lost when Redis is killed, 1 started twice; 0 of 200 /m,
    /^Left out: single, cluster: it has no job API\.$/m,
  ],
  cpus: [
    /^In throughput on half a core, cluster is first; single \(÷2\.00\) and queue \(÷1\.19\) are behind\./m,
    /^- In throughput on 1 core, cluster is first; /m,
  ],
  payload: [
    /^- queue: 1\.68× the throughput of single \[.+\] with 1 KiB in, .+, 1\.6\d× \[.+\] with 8 MiB in\.$/m,
    /^- cluster: 2\.00× the throughput of single \[.+\] with 1 KiB out, .+ with 8 MiB out\.$/m,
  ],
  soak: [
    /No strategy was shown to stall more often than another: bad are single 0, cluster 0 and queue 0 of \d+ windows? each\./,
    /No memory was shown to grow by more than 1 MiB per minute\./,
  ],
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
      latency: ['offered'],
      within: ['offered'],
      'task-size': ['kernel-ms'],
      restart: ['answered'],
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
    const found = many.scenarios.capacity as CapacityAnalysis;
    const withLeast = (estimate: number): CapacityAnalysis => ({
      ...found,
      metrics: found.metrics.map((one) =>
        one.metric === 'least-share' ? { ...one, estimate, low: 0.9 * estimate, high: 1.1 * estimate } : one,
      ),
    });
    const says = (given: CapacityAnalysis) =>
      sentences(capacity.section(given, { analysis: decided(many), chart: () => '' }).says).filter(
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
    assert.match(text ?? '', /Too few rounds for a verdict on throughput\./);
    assert.doesNotMatch(text ?? '', /▲|▼|= equivalent|\d \[\d/);
    assert.match(text ?? '', /^In parentheses the smallest and largest of n = 2 rounds: too few/m);
  });

  it('shows the findings of each section, and folds the method', () => {
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
    assert.deepEqual(new Set(charts.map(({ file }) => file)), shown);
    for (const { svg, file } of charts) {
      assert.equal(elements(svg)[0]?.name, 'svg');
      assert.doesNotMatch(svg, /NaN|undefined|Infinity/, file);
    }
  });

  it('says that a chart could not be drawn, and does not show it', async () => {
    const latency = { ...many.scenarios.latency, curves: [] } as unknown as LatencyAnalysis;
    const text = await renderedPage({ ...many, scenarios: { latency } });
    assert.match(text, /No chart: too little/);
    assert.deepEqual(chartsShown(text), ['light-requests.svg', 'needs.svg', 'latency-over-rate.svg']);
  });

  it('shows no chart that was not drawn, whatever was void', async () => {
    const all = Object.entries(many.scenarios);
    const names = [...new Set(all.flatMap(([, { metrics }]) => metrics.map(({ metric }) => metric)))];
    await fc.assert(
      fc.asyncProperty(fc.subarray(names), fc.boolean(), async (measured, withCurves) => {
        const left = all.map(([id, found]): [string, ScenarioAnalysis] => {
          const metrics = found.metrics.filter(({ metric }) => measured.includes(metric));
          const { curves = [] } = found as Partial<LatencyAnalysis>;
          return [id, { ...found, metrics, ...{ curves: withCurves ? curves : [] } }];
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

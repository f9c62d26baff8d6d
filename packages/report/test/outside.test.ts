import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { made } from '@cpu-bound/questions/test/decisions';
import { pairOf } from '@cpu-bound/study/analyse/look-up';
import type { Analysis } from '@cpu-bound/study/model';
import { outside } from '../src/first-screen/alternatives.ts';
import { beyondTheStrategies } from '../src/first-screen/first-screen.ts';
import { renderSummary } from '../src/page.ts';
import { chartsOf, renderedPage } from './rendered.ts';

const run = (name: string): Analysis => made[name] ?? assert.fail(name);
const many = run('kernels, runtimes and peers took part');
const said = (rate: number) => beyondTheStrategies(many, { rate, p99: 100 });

type NeedPair = Analysis['decision']['needs'][number]['pairs'][number];

/** Changes the pairs of a family: all of them have this relation. */
function related(id: string, relation: NeedPair['relation']): Analysis['decision'] {
  const family = many.families[id] ?? assert.fail(id);
  const needs = family.needs.map((need) => ({
    ...need,
    pairs: need.pairs.map((pair): NeedPair => ({ ...pair, relation })),
  }));
  return { ...family, needs };
}

describe('contestants outside the strategies', () => {
  it('are listed in one line, the largest ratio first, with the number of the others', () => {
    const ratios = [...outside(many).matchAll(/ (\d+\.\d\d)× /g)].map(([, ratio]) => Number(ratio));
    const line = outside(many);
    assert.match(line, /^\*\*Outside the four\*\*, by throughput: single:sieve \d+\.\d\d× single \[/);
    assert.match(outside(many), /single:bun 1\.\d\d× single \[.*; and 2 more\.$/);
    assert.deepEqual(
      ratios,
      ratios.toSorted((a, b) => b - a),
    );
    assert.ok(outside(many).length <= 270, outside(many));
  });

  it('are not listed if they were not shown to differ', () => {
    const ids = Object.keys(many.families);
    const families = Object.fromEntries(ids.map((id) => [id, related(id, 'inconclusive')]));
    assert.match(outside({ ...many, families }), /: no alternative was shown to differ from its strategy\.$/);
  });

  it('have no verdict before a look', () => {
    const single = related('single', 'not-judged');
    assert.ok(single.needs.some(({ pairs }) => pairs.length > 0));
    assert.match(outside({ ...many, families: { single } }), /: too few rounds for a verdict\.$/);
  });

  it('are not mentioned if none took part', () => assert.equal(beyondTheStrategies(run('single wins')), ''));

  it('follow the first screen of the page and of the summary', async () => {
    const line = beyondTheStrategies(many);
    assert.ok((await renderedPage(many)).includes(`\n\n${line}\n\n`));
    assert.ok(renderSummary(many, [], {}).endsWith(`\n\n${line}`));
  });
});

describe('the gain from faster code', () => {
  it('compares the fastest kernel on one process with the best strategy, by the ratio within rounds', () => {
    const pair = pairOf(many.scenarios.capacity?.comparisons ?? [], 'single:sieve', 'cluster');
    assert.ok(pair && pair.verdict === 'better');
    assert.match(
      beyondTheStrategies(many),
      /\*\*Faster code\*\*: one process with the kernel `sieve` has 5\.\d\d× the throughput of cluster with the usual kernel on 2 cores \[5\.\d\d, 5\.\d\d\]\.$/,
    );
  });

  it('names, for a rate, the largest measured task for which one process suffices, if there is one', () => {
    assert.match(
      said(100),
      /At 100 requests\/s, one process is at most 90 % busy with tasks of up to 4\.49 ms \(21\d .*\): throughput needs no strategy then\.$/,
    );
    assert.match(said(400), /with tasks of up to 1\.80 ms \(5.*\): throughput needs/);
    assert.doesNotMatch(said(9_000), /busy/);
  });

  it('is not in the chart of the limit, which belongs to the usual kernel', async () => {
    const charts = await chartsOf(many);
    const svg = (file: string) => charts.find((one) => one.file === file)?.svg;
    assert.doesNotMatch(svg('capacity.svg') ?? assert.fail(), /single:sieve/);
    assert.match(svg('capacity.svg') ?? '', /single:bun/);
  });

  it('is not mentioned if only the usual kernel was measured', () =>
    assert.doesNotMatch(beyondTheStrategies(run('a peer took part'), { rate: 40, p99: 100 }), /Faster/));
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { made } from '@cpu-bound/questions/test/decisions';
import { pairOf } from '@cpu-bound/study/analyse/look-up';
import type { Analysis } from '@cpu-bound/study/model';
import { fasterCode } from '../src/first-screen/alternatives.ts';
import { renderSummary } from '../src/page.ts';
import { chartsOf, renderedPage } from './rendered.ts';

const run = (name: string): Analysis => made[name] ?? assert.fail(name);
const many = run('kernels, runtimes and peers took part');
const said = (rate: number) => fasterCode(many, { rate, p99: 100 });

describe('the gain from faster code', () => {
  it('compares the fastest kernel on one process with the best strategy, by the ratio within rounds', () => {
    const pair = pairOf(many.scenarios.capacity?.comparisons ?? [], 'single:sieve', 'cluster');
    assert.ok(pair && pair.verdict === 'better');
    assert.match(
      fasterCode(many, undefined),
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
    assert.doesNotMatch(fasterCode(run('a peer took part'), { rate: 40, p99: 100 }), /Faster/));

  it('follows the first screen of the page and of the summary', async () => {
    const line = fasterCode(many, undefined);
    assert.ok((await renderedPage(many)).includes(`\n\n${line}\n\n`));
    assert.ok(renderSummary(many, [], {}).endsWith(`\n\n${line}`));
  });
});

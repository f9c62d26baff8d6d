import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { questions } from '@cpu-bound/questions/questions';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { analyse } from '../../src/analyse/analyse.ts';
import type { Metric, ScenarioAnalysis } from '../../src/model/analysis.ts';
import { readRun } from '../../src/results/store.ts';
import { type Recomputed, recompute, recomputeFromAnalysis } from './recompute.mjs';

type Figure = { readonly estimate: number; readonly low: number; readonly high: number };

/** A run as a file: the sittings of a study of four strategies, with their samples, as they were stored. */
const STORED = new URL('stored-run.json.gz', import.meta.url);

const folder = temporaryFolder();
let mine: Recomputed;
let capacity: ScenarioAnalysis;
let latency: ScenarioAnalysis;
before(async () => {
  const files: Record<string, string> = JSON.parse(gunzipSync(await readFile(STORED)).toString());
  await mkdir(join(folder, 'samples'));
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, name), content, name.endsWith('.f32') ? 'base64' : 'utf8');
  mine = recompute(folder);
  const found = analyse(await readRun(folder), questions).scenarios;
  capacity = found.capacity ?? assert.fail('no capacity');
  latency = found.latency ?? assert.fail('no latency');
});

const close = (one: number, other: number) => Math.abs(one / other - 1) <= 1e-9;
function same(one: Figure, other: Figure, what: string): void {
  for (const name of ['estimate', 'low', 'high'] as const)
    assert.ok(close(one[name], other[name]), `${what}, ${name}: ${one[name]} and ${other[name]}`);
}
const under = (rate: string, { condition: { setting } }: Pick<Metric, 'condition'>) =>
  `${setting.load} ${setting.of}` === rate;

describe('a stored run, recomputed from its files by independent code', () => {
  it('has the same throughputs', () => {
    const theirs = capacity.metrics.filter(({ metric }) => metric === 'throughput');
    assert.equal(theirs.length, Object.keys(mine.throughput).length);
    for (const one of theirs)
      same(mine.throughput[one.contestant] ?? assert.fail(one.contestant), one, one.contestant);
  });

  const sameThroughput = (pairs: Recomputed['throughputPairs']) => {
    const theirs = capacity.comparisons.filter(({ metric }) => metric === 'throughput');
    assert.equal(theirs.length, 6);
    for (const { contestant, against, ratio, verdict } of theirs) {
      const name = `${contestant} ÷ ${against}`;
      const own = pairs[name] ?? assert.fail(name);
      same(own, ratio, name);
      assert.equal(own.verdict, verdict, name);
    }
  };
  it('has the same ratios and verdicts of throughput', () => sameThroughput(mine.throughputPairs));

  it('has them from the values of the blocks in analysis.json, too', () => {
    const written = JSON.parse(JSON.stringify({ scenarios: { capacity } }));
    sameThroughput(recomputeFromAnalysis(written));
  });

  for (const percentile of ['p50', 'p90', 'p99']) {
    it(`has the same ${percentile} of typical windows, ratios and verdicts at each rate`, () => {
      for (const [rate, of] of Object.entries(mine.latency)) {
        const { figures, pairs } = of[percentile] ?? assert.fail(percentile);
        const theirs = latency.metrics.filter(
          (one) => one.metric === `latency-${percentile}` && under(rate, one),
        );
        assert.ok(theirs.length > 0, rate);
        for (const one of theirs)
          same(figures[one.contestant] ?? assert.fail(one.contestant), one, `${one.contestant} at ${rate}`);
        const compared = latency.comparisons.filter(
          (one) => one.metric === `latency-${percentile}` && under(rate, one),
        );
        for (const { contestant, against, ratio, verdict } of compared) {
          const name = `${contestant} ÷ ${against}`;
          const own = pairs[name] ?? assert.fail(name);
          same(own, ratio, `${name} at ${rate}`);
          assert.equal(own.verdict, verdict, `${name} at ${rate}`);
        }
      }
    });
  }
});

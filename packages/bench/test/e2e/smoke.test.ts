import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chartsShown } from '@cpu-bound/report/test/rendered';
import { fewestRoundsFor } from '@cpu-bound/stats/family';
import type { Analysis } from '@cpu-bound/study/model';
import { readRun } from '@cpu-bound/study/results/store';
import { scenarios } from '@cpu-bound/study/scenarios/scenarios';
import { startBench } from './bench.ts';

const skip = process.env.REDIS_URL ? false : 'needs REDIS_URL: run it by `pnpm test`';

describe('a smoke run of all four contestants', { skip }, () => {
  let base: string;
  let folder: string;
  let ended: { code: number | string; output: string };
  let left: number[];
  let report: string;
  let analysis: Analysis;
  const throughput = (id: string) =>
    analysis.scenarios.capacity?.metrics.find(
      ({ contestant, metric }) => contestant === id && metric === 'throughput',
    ) ?? assert.fail(`${id} has no throughput`);
  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'bench-smoke-'));
    folder = join(base, 'run');
    const bench = startBench('run', '--profile', 'smoke', '--seed', '1', '--out', folder);
    ended = await bench.ended;
    left = await bench.left();
    report = await readFile(join(folder, 'REPORT.md'), 'utf8').catch(() => assert.fail(ended.output));
    analysis = JSON.parse(await readFile(join(folder, 'analysis.json'), 'utf8'));
  });
  after(() => rm(base, { recursive: true, force: true }));

  it('ends with 0, every answer right', () => assert.equal(ended.code, 0, ended.output));
  it('leaves no process', () => assert.deepEqual(left, []));

  it('gives each contestant a throughput with its interval and its n', () => {
    for (const id of ['single', 'cluster', 'threads', 'queue']) {
      const { low, estimate, high, n } = throughput(id);
      assert.ok(low <= estimate && estimate <= high && low > 0, id);
      assert.ok(n >= 1, id);
    }
  });

  it('accounts for every request', () => {
    for (const { contestant, sent, ...endings } of analysis.validity.accounting) {
      const sum = Object.values(endings).reduce((total, count) => total + count, 0);
      assert.equal(sum, sent, contestant);
      assert.ok(sent > 0 && endings.wrong === 0 && endings.lost === 0, contestant);
    }
  });

  it('compares all pairs, and the baseline with itself', () => {
    assert.equal(analysis.scenarios.capacity?.comparisons.length, 6);
    assert.ok(analysis.validity.sentinels.some(({ metric }) => metric === 'throughput'));
  });

  it('ran what it had planned, but for what the time did not allow', async () => {
    const { manifest, results, notRun, interrupted } = await readRun(folder);
    const ended = results.flatMap(({ trial, end }) => (end ? [trial] : []));
    const planned = manifest.plan.filter(({ filler }) => !filler).map(({ id }) => id);
    assert.equal(interrupted, false);
    assert.deepEqual(new Set(planned).difference(new Set([...ended, ...notRun])), new Set());
    assert.ok(ended.includes('sitting/1'), 'one round is run, whatever the time');
  });

  it('says first that few rounds decide nothing', (test) => {
    // On a fast machine more rounds fit into the time than on most.
    const { n } = throughput('cluster');
    if (n >= fewestRoundsFor(6)) return test.skip(`${n} rounds`);
    assert.match(report, / The run has too few rounds to tell strategies apart\. /);
  });

  it('answers each question of its profile in a section, and shows its charts', async () => {
    for (const { question, profiles } of scenarios) {
      const isAsked = profiles.includes('smoke');
      assert.equal(report.split('\n').includes(`## ${question}`), isAsked, question);
    }
    const shown = chartsShown(report);
    assert.ok(shown.includes('capacity.svg'));
    assert.deepEqual(shown.toSorted(), (await readdir(join(folder, 'charts'))).toSorted());
  });

  it('names the machine, the seed and the command that repeats it', () => {
    assert.match(report, /\| Redis +\|/);
    assert.match(report, /pnpm bench run --profile smoke --seed 1/);
  });
});

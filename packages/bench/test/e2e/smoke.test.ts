import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chartsShown } from '../report/rendered.ts';
import { startBench } from './bench.ts';

const skip = process.env.REDIS_URL ? false : 'needs REDIS_URL: run it by `pnpm test`';

describe('a smoke run of all four contestants', { skip }, () => {
  let base: string;
  let folder: string;
  let ended: { code: number | string; output: string };
  let left: number[];
  let report: string;
  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'bench-smoke-'));
    folder = join(base, 'run');
    const bench = startBench('run', '--profile', 'smoke', '--seed', '1', '--out', folder);
    ended = await bench.ended;
    left = await bench.left();
    report = await readFile(join(folder, 'REPORT.md'), 'utf8');
  });
  after(() => rm(base, { recursive: true, force: true }));

  it('ends with 0, every answer right', () => assert.equal(ended.code, 0, ended.output));
  it('leaves no process', () => assert.deepEqual(left, []));

  it('gives each contestant a throughput with its interval and its n', async () => {
    const { scenarios, validity } = JSON.parse(await readFile(join(folder, 'analysis.json'), 'utf8'));
    for (const id of ['single', 'cluster', 'threads', 'queue']) {
      const metric = scenarios.capacity.metrics.find(
        (one: { contestant: string; metric: string }) => one.contestant === id && one.metric === 'throughput',
      );
      assert.ok(metric.low <= metric.estimate && metric.estimate <= metric.high && metric.low > 0, id);
      assert.equal(metric.n, 2);
      const {
        sent,
        contestant: _contestant,
        ...fates
      } = validity.accounting.find((one: { contestant: string }) => one.contestant === id);
      assert.equal(
        Object.values<number>(fates).reduce((sum, count) => sum + count, 0),
        sent,
        id,
      );
      assert.deepEqual([fates.wrong, fates.lost], [0, 0], id);
    }
  });

  it('says first that so few rounds decide nothing', () => {
    assert.match(report.split('\n\n')[1] ?? '', /Do not decide by this run.*too few rounds for verdicts/);
  });

  it('answers each question in a section, and shows its charts', async () => {
    for (const question of [
      'How many requests per second',
      'How long does a request take',
      'light endpoint',
      'What does a request cost',
    ]) {
      assert.match(report, new RegExp(`^## .*${question}`, 'm'));
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

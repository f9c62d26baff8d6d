import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { workspaceContestants } from '@cpu-bound/measure/contestants/find';
import type { LocalService } from '@cpu-bound/measure/host/service';
import { startService } from '@cpu-bound/measure/host/service-process';
import type { Analysis } from '@cpu-bound/study/model';
import { fixtures, startBench } from './bench.ts';

const root = join(import.meta.dirname, '../../../..');

/** A contestant that the bench does not know of: the test starts it. */
async function startElsewhere(id: string): Promise<LocalService> {
  const contestant = (await workspaceContestants(root)).find((one) => one.id === id) ?? assert.fail(id);
  return startService(contestant, {
    workload: 'primes',
    workers: 2,
    signal: new AbortController().signal,
  });
}

const smoke = ['run', '--profile', 'smoke', '--seed', '1', '--rounds', '1'];

describe('a run of a service that runs elsewhere', () => {
  let service: LocalService;
  let base: string;
  let ended: { code: number | string; output: string };
  let left: number[];
  let analysis: Analysis;
  before(async () => {
    service = await startElsewhere('cluster');
    base = await mkdtemp(join(tmpdir(), 'bench-target-'));
    const scope = [...fixtures('steady'), '--baseline', 'steady', '--scenarios', 'cost,workers'];
    const folder = join(base, 'run');
    const bench = startBench(...smoke, ...scope, '--target', `far=${service.origin}`, '--out', folder);
    ended = await bench.ended;
    left = await bench.left();
    analysis = JSON.parse(await readFile(join(folder, 'analysis.json'), 'utf8').catch(() => '{}'));
  });
  after(async () => {
    await service.stop();
    await rm(base, { recursive: true, force: true });
  });

  const metric = (scenario: string, name: string) =>
    analysis.scenarios[scenario]?.metrics.find((one) => one.contestant === 'far' && one.metric === name);

  it('ends with 0, and leaves no process of its own', () => {
    assert.equal(ended.code, 0, ended.output);
    assert.deepEqual(left, []);
  });
  it('does not end what it did not start', async () => {
    const response = await fetch(`${service.origin}/readyz`, { headers: { Connection: 'close' } });
    assert.equal(response.status, 200);
  });
  it('is measured, and its CPU time and memory are read off its /metrics', () => {
    assert.ok((metric('cost', 'generator-cpu-ms-per-request')?.estimate ?? 0) > 0);
    const kernel = analysis.scenarios.cost?.metrics.find((one) => one.metric === 'kernel-ms')?.estimate ?? 0;
    // It computes what the kernel does, and more: in the same units, however noisy.
    const cpuMs = metric('cost', 'cpu-ms-per-request')?.estimate;
    // Its two answers may have come together where a window is as short as here.
    if (cpuMs !== undefined)
      assert.ok(cpuMs > kernel / 4 && cpuMs < kernel * 20, `${cpuMs} ms against ${kernel} ms`);
    assert.ok((metric('cost', 'rss-told')?.estimate ?? 0) > 2 ** 24);
    // What it tells is not what is measured of the others, and is not compared with it.
    assert.equal(metric('cost', 'rss-peak'), undefined);
    const busy = metric('cost', 'loop-busy-told')?.estimate ?? Number.NaN;
    assert.ok(busy >= 0 && busy <= 1, `${busy}`);
  });
  it('tells where it is and how far, and leaves out by name what would need to start it', () => {
    const far = analysis.contestants.find(({ id }) => id === 'far');
    assert.equal(far?.elsewhere?.origin, service.origin);
    assert.ok((far?.elsewhere?.roundTripMs.p50 ?? 0) > 0);
    const [left] = (analysis.leftOut ?? []).filter(({ contestant }) => contestant === 'far');
    assert.equal(left?.scenario, 'workers');
  });
});

describe('a service that runs elsewhere', () => {
  let base: string;
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'bench-target-'));
  });
  const runOf = (origin: string, ...more: string[]) =>
    startBench(...smoke, ...more, '--target', `far=${origin}`, '--out', join(base, 'run'));

  it('and is not there is told of before anything is written', async () => {
    const { code, output } = await runOf('http://127.0.0.1:9').ended;
    assert.equal(code, 1, output);
    assert.match(
      output,
      /--target far=http:\/\/127\.0\.0\.1:9: GET \/readyz .*accepted: a service that runs/,
    );
    await assert.rejects(readFile(join(base, 'run')), { code: 'ENOENT' });
    await rm(base, { recursive: true });
  });

  it('and is lost in the middle of a run fails by its name', async () => {
    const service = await startElsewhere('single');
    try {
      const beside = [...fixtures('steady'), '--baseline', 'steady', '--scenarios', 'capacity'];
      const bench = runOf(service.origin, ...beside);
      await bench.until(/sitting|capacity round|trial/);
      await service.kill();
      const { code, output } = await bench.ended;
      assert.notEqual(code, 0, output);
      const report = await readFile(join(base, 'run/REPORT.md'), 'utf8');
      assert.match(report, /\*\*far\*\* failed: lost.*far at http/s);
      assert.deepEqual(await bench.left(), []);
    } finally {
      await service.stop();
      await rm(base, { recursive: true });
    }
  });
});

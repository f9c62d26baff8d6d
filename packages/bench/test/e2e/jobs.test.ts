import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { JobsResult } from '@cpu-bound/study/model';
import { temporaryFolder } from '../temporary.ts';
import { startBench, startBenchIn } from './bench.ts';
import { type WindowsOfRun, windowsOfRun } from './windows-of-run.ts';

const skip = process.env.REDIS_URL ? false : 'needs REDIS_URL: run it by `pnpm test`';

const base = temporaryFolder('bench-jobs-');

/** The run uses the real queue and bodies of octets, with the profile that only checks whether everything works. */
describe('a run of jobs', { skip }, () => {
  let folder: string;
  let ended: { code: number | string; output: string };
  let leftPids: number[];
  let windows: WindowsOfRun;
  before(async () => {
    folder = join(base, 'run');
    const scope = '--profile smoke --scenarios jobs --contestants queue --rounds 1'.split(' ');
    const workload = join(import.meta.dirname, '../../../measure/test/fixtures/workloads/digests.ts');
    const rest = ['--workload', workload, '--out', folder];
    // Without REDIS_URL, the bench starts its own Redis, and can start more of them.
    const bench = startBenchIn({ REDIS_URL: undefined }, 'run', ...scope, ...rest);
    ended = await bench.ended;
    leftPids = await bench.left();
    windows = await windowsOfRun(folder);
  });

  /** Finds the result of a window by name; it fails with the reason if the window is void on this machine. */
  const window = (id: string) => {
    const [, found] = [...windows.measured].find(([name]) => name.includes(id)) ?? [];
    return found ?? assert.fail(`${id}: ${[...windows.voided].find(([name]) => name.includes(id))?.[1]}`);
  };
  const jobs = (id: string): JobsResult => window(id).jobs ?? assert.fail(id);

  it('ends with exit code 0', () => assert.equal(ended.code, 0, ended.output));
  it('leaves no process, and no data of the Redis that it started', async () => {
    assert.deepEqual(leftPids, []);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('redis-')),
      [],
    );
  });

  it('accounts for every job: an accepted one is done or lost, another one refused or failed', () => {
    for (const id of ['jobs-steady', 'jobs-burst', 'jobs-redis-killed', 'jobs-all-restarted']) {
      const { sent, accepted, refused, failed, done, lost } = jobs(id);
      assert.equal(accepted + refused + failed, sent, id);
      assert.equal(done + lost, accepted, id);
      assert.ok(done > 0, id);
    }
  });

  it('reports how many jobs were run again, also after a restart of the service', () => {
    for (const id of ['jobs-redis-killed', 'jobs-all-restarted'])
      assert.ok((window(id).fault?.retaken ?? -1) >= 0, id);
  });

  it('loses no accepted job if Redis syncs every write, whichever process is killed or restarted', () => {
    for (const id of ['jobs-redis-killed', 'jobs-all-restarted']) assert.equal(jobs(id).lost, 0, id);
    assert.ok(
      jobs('jobs-redis-killed').refused + jobs('jobs-redis-killed').failed > 0,
      'no request failed while Redis was away',
    );
  });
});

it('says before it measures, and above the answer, that the Redis of a user allows no question about accepted jobs, and what to do', {
  skip,
}, async () => {
  const scope = '--profile smoke --scenarios jobs,capacity --contestants queue'.split(' ');
  const bench = startBench('run', ...scope, '--rounds', '1', '--out', join(base, 'user'));
  await bench.until(/trials? into/);
  bench.child.kill('SIGINT');
  const { code, output } = await bench.ended;
  assert.equal(code, 130, output);
  const omission = /not measured: accepted jobs \(queue\).* REDIS_URL.*; to do: measure without REDIS_URL/;
  assert.match(output, new RegExp(`${omission.source}[^]*\\d trials? into`));
  const [firstScreen = ''] = (await readFile(join(base, 'user/REPORT.md'), 'utf8')).split('\n## ');
  assert.match(firstScreen, new RegExp(`^> \\*\\*Warning:\\*\\* .*${omission.source}`, 'm'));
});

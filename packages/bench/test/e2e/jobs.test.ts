import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import type { JobsResult } from '@cpu-bound/study/model';
import { temporaryFolder } from '../temporary.ts';
import { type EndedRun, endOf, startBenchIn, startHere, tooBusy } from './bench.ts';
import { oneCore } from './one-core.ts';
import { type WindowsOfRun, windowsOfRun } from './windows-of-run.ts';

const skip = process.env.REDIS_URL ? false : 'needs REDIS_URL: run it by `pnpm test`';

const base = temporaryFolder('bench-jobs-');

/** The run uses the real queue, with the profile that only checks whether everything works. */
describe('a run of jobs', { skip }, () => {
  let folder: string;
  let ended: EndedRun;
  let windows: WindowsOfRun;
  before(async () => {
    folder = join(base, 'run');
    const scope = '--profile smoke --scenarios jobs --contestants queue --rounds 1'.split(' ');
    const rest = [...oneCore, '--out', folder];
    // Without REDIS_URL, the bench starts its own Redis, and can start more of them. It moves to the core of the services,
    // so it has its own process.
    ended = await endOf(startBenchIn({ REDIS_URL: undefined }, 'run', ...scope, ...rest), folder);
    windows = await windowsOfRun(folder);
  });

  const window = (id: string) => {
    const [, found] = [...windows.measured].find(([name]) => name.includes(id)) ?? [];
    return found ?? assert.fail(`${id} was not measured: ${ended.output}`);
  };
  const jobs = (id: string): JobsResult => window(id).jobs ?? assert.fail(id);

  /** Skips a test whose window is void on a busy machine, which proves nothing; the skip has the run's reason. */
  const tooBusyFor = (test: TestContext, ids: readonly string[]) => {
    const [why] = [...windows.voided].filter(([name]) => ids.some((id) => name.includes(id)));
    if (why !== undefined) test.skip(`the window is void on this machine: ${why.join(': ')}`);
    return why !== undefined;
  };
  const FAULTS = ['jobs-redis-killed', 'jobs-all-restarted'];
  const WINDOWS = ['jobs-steady', 'jobs-burst', ...FAULTS];

  it('ends with exit code 0', () => assert.equal(ended.code, tooBusy(ended) ? 2 : 0, ended.output));
  it('leaves no process, and no data of the Redis that it started', async () => {
    assert.deepEqual(ended.left, []);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('redis-')),
      [],
    );
  });

  it('accounts for every job: an accepted one is done or lost, another one refused or failed', (test) => {
    if (tooBusyFor(test, WINDOWS)) return;
    for (const id of WINDOWS) {
      const { sent, accepted, refused, failed, done, lost } = jobs(id);
      assert.equal(accepted + refused + failed, sent, id);
      assert.equal(done + lost, accepted, id);
      assert.ok(done > 0, id);
    }
  });

  it('reports how many jobs were run again, also after a restart of the service', (test) => {
    if (tooBusyFor(test, FAULTS)) return;
    for (const id of FAULTS) assert.ok((window(id).fault?.retaken ?? -1) >= 0, id);
  });

  it('loses no accepted job if Redis syncs every write, whichever process is killed or restarted', (test) => {
    if (tooBusyFor(test, FAULTS)) return;
    for (const id of FAULTS) assert.equal(jobs(id).lost, 0, id);
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
  const bench = startHere('run', ...scope, '--rounds', '1', '--out', join(base, 'user'));
  await bench.until(/trials? into/);
  bench.interrupt();
  const { code, output } = await bench.ended;
  assert.equal(code, 130, output);
  const omission = /not measured: accepted jobs \(queue\).* REDIS_URL.*; to do: measure without REDIS_URL/;
  assert.match(output, new RegExp(`${omission.source}[^]*\\d trials? into`));
  const [firstScreen = ''] = (await readFile(join(base, 'user/REPORT.md'), 'utf8')).split('\n## ');
  assert.match(firstScreen, new RegExp(`^> \\*\\*Warning:\\*\\* .*${omission.source}`, 'm'));
});

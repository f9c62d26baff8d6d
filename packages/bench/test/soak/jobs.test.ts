import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import type { JobsResult } from '@cpu-bound/study/model';
import { type EndedRun, endOf, startHereIn, tooBusy } from '../e2e/bench.ts';
import { type WindowsOfRun, windowsOfRun } from '../e2e/windows-of-run.ts';
import { temporaryFolder } from '../temporary.ts';

const skip = process.env.REDIS_URL ? false : 'needs REDIS_URL: run it by `pnpm test`';

const base = temporaryFolder('bench-jobs-');

/** The run uses the real queue and bodies of octets, with the profile that only checks whether everything works. */
describe('a run of jobs', { skip }, () => {
  let folder: string;
  let ended: EndedRun;
  let windows: WindowsOfRun;
  before(async () => {
    folder = join(base, 'run');
    const scope = '--profile smoke --scenarios jobs --contestants queue --rounds 1'.split(' ');
    const workload = join(import.meta.dirname, '../../../measure/test/fixtures/workloads/digests.ts');
    const rest = ['--workload', workload, '--out', folder];
    // Without REDIS_URL, the bench starts its own Redis, and can start more of them.
    ended = await endOf(startHereIn({ REDIS_URL: undefined }, 'run', ...scope, ...rest), folder);
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

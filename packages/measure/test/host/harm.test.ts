import assert from 'node:assert/strict';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from '@cpu-bound/workload/test/child-process';
import { freezerOf } from '../../src/host/freezer.ts';
import { watchForHarm } from '../../src/host/harm.ts';
import { processOf } from '../../src/host/proc.ts';
import { onPath, run } from '../../src/host/run.ts';

/** Starts a process that waits, in a group of its own. @returns its number */
function startOne(test: TestContext): number {
  const { pid } = spawn('sleep', ['600'], { stdio: 'ignore', detached: true });
  assert.ok(pid !== undefined, 'it cannot be started');
  test.after(() => void process.kill(pid, 'SIGKILL'));
  return pid;
}

describe('a service', { skip: process.platform === 'linux' ? false : 'no /proc' }, () => {
  it('has no harm by the frames of the bench, and none by a worker of its own that ends', async (test) => {
    const pid = startOne(test);
    const worker = spawn('sleep', ['600'], { stdio: 'ignore' });
    const harm = watchForHarm([pid, worker.pid ?? 0]);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    const freezer = freezerOf([pid]);
    for (let turn = 0; turn < 3; turn++) {
      freezer?.stop();
      freezer?.go();
      assert.equal(await harm(), undefined);
    }
  });

  it('was stopped, if another program did that', async (test) => {
    const pid = startOne(test);
    const harm = watchForHarm([pid]);
    process.kill(pid, 'SIGSTOP');
    while (!processOf(String(pid))?.isStopped) await sleep(1); // the system carries it out later
    assert.equal(await harm(), 'it was stopped by a signal that the bench did not send');
    process.kill(pid, 'SIGCONT');
    assert.equal(await harm(), undefined);
  });

  it('has another nice value than at its start, if it or another program gave it one', async (test) => {
    const pid = startOne(test);
    const harm = watchForHarm([pid]);
    setPriority(pid, constants.priority.PRIORITY_LOW);
    assert.match(
      (await harm()) ?? '',
      /^its nice value went from -?\d+ to 19 after it was ready, by itself or by another program$/,
    );
  });

  it('has other cores or another policy than at its start, if another program gave it those', async (test) => {
    if (!(await onPath('taskset')) || !(await onPath('chrt'))) return test.skip('no util-linux');
    const [moved, idle] = [startOne(test), startOne(test)];
    const [ofMoved, ofIdle] = [watchForHarm([moved]), watchForHarm([idle])];
    const { stdout } = await run('taskset', ['-c', '-p', String(moved)]);
    const first = /(\d+)[-,]/.exec(stdout.slice(stdout.lastIndexOf(':')))?.[1];
    if (first === undefined) return test.skip('a single core');
    await run('taskset', ['-c', '-p', first, String(moved)]);
    await run('chrt', ['--idle', '--pid', '0', String(idle)]);
    assert.match((await ofMoved()) ?? '', new RegExp(`^its list of cores went from .* to ${first} after`));
    assert.match((await ofIdle()) ?? '', /^its scheduling policy went from SCHED_OTHER to SCHED_IDLE after/);
  });

  it('has no Redis, if another program ended that', async (test) => {
    const harm = watchForHarm([startOne(test)], 'redis://127.0.0.1:1');
    assert.match((await harm()) ?? '', /^its Redis does not answer any more/);
  });
});

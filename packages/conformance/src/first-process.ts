import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { spawn, spawnSync } from '@cpu-bound/workload/test/child-process';
import { freePort, outputOf, type Place, readManifest } from './contestant.ts';
import { contract } from './contract.ts';
import { it } from './sentence.ts';
import { until } from './until.ts';

/** The workload never loads, so the service never gets ready. */
const WORKLOAD = join(import.meta.dirname, '../fixtures/slow-to-load.ts');
/** The first process of a PID namespace has no default action for a signal. A container starts it in the same way. */
const AS_FIRST = ['--user', '--pid', '--fork', '--kill-child'];

/** Tests that a service ends by itself in a container without an init, while it loads its workload. */
export function endsAsFirstProcess(folder: Place): void {
  if (spawnSync('unshare', [...AS_FIRST, 'true']).status !== 0) {
    test(contract['stops-as-first-process'], { skip: 'unshare cannot make a PID namespace here' }, () => {});
    return;
  }
  it('stops-as-first-process', async (t) => {
    const { command, env, folder: cwd } = readManifest(folder);
    const [program, ...args] = command;
    const settings = { WORKERS: '2', PORT: String(await freePort()), NODE_ENV: 'test', WORKLOAD };
    const unshare = spawn(
      'unshare',
      [...AS_FIRST, program === 'node' ? process.execPath : program, ...args],
      { cwd, env: { ...env, ...settings } },
    );
    const ended = once(unshare, 'exit');
    t.after(async () => {
      unshare.kill('SIGKILL');
      await ended;
    });
    const output = outputOf(unshare);
    await until(
      () => output().includes('loading'),
      () => `it did not load its workload: ${output()}`,
    );
    process.kill(childOf(unshare.pid), 'SIGTERM');
    await until(
      () => unshare.exitCode !== null || unshare.signalCode !== null,
      () => `it is still there: ${output()}`,
    );
    assert.equal(unshare.exitCode, 0, output());
  });
}

const childOf = (pid: number | undefined): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));

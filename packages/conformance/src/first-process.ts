import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, type Place, readManifest } from './contestant.ts';
import { contract } from './contract.ts';
import { it } from './sentence.ts';

const WORKLOAD = join(import.meta.dirname, '../fixtures/slow-to-load.ts');
/** The first process of a PID namespace has no default action for a signal. A container starts it in the same way. */
const AS_FIRST = ['--user', '--pid', '--fork', '--kill-child'];
/** An orchestrator kills a container after about this time. */
const PATIENCE_MS = 20_000;

const isPossible = () => spawnSync('unshare', [...AS_FIRST, 'true']).status === 0;

/** Tests that a service ends by itself in a container without an init. */
export function endsAsFirstProcess(folder: Place): void {
  if (!isPossible()) {
    test(contract['stops-as-first-process'], { skip: 'unshare cannot make a PID namespace here' }, () => {});
    return;
  }
  it('stops-as-first-process', async () => {
    const { command, env, folder: cwd } = readManifest(folder);
    const [program, ...args] = command;
    const port = String(await freePort());
    const unshare = spawn(
      'unshare',
      [...AS_FIRST, program === 'node' ? process.execPath : program, ...args],
      { cwd, env: { ...process.env, ...env, WORKERS: '2', PORT: port, NODE_ENV: 'test', WORKLOAD } },
    );
    let output = '';
    for (const stream of [unshare.stdout, unshare.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    const ended = once(unshare, 'exit').then(() => 'ended');
    try {
      for (let poll = 0; !output.includes('loading'); poll++) {
        assert.ok(poll < 3_000, `it did not load its workload: ${output}`);
        await sleep(10);
      }
      process.kill(childOf(unshare.pid), 'SIGTERM');
      assert.equal(await Promise.race([ended, sleep(PATIENCE_MS, 'still there', { ref: false })]), 'ended');
    } finally {
      unshare.kill('SIGKILL');
      await ended;
    }
  });
}

/** Finds the process that `unshare` forked. */
const childOf = (pid: number | undefined): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));

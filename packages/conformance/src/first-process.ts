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
/** In a namespace of its own, as in a container: the first process there has no default action for a signal. */
const AS_FIRST = ['--user', '--pid', '--fork', '--kill-child'];
/** An orchestrator kills it not much later. */
const PATIENCE_MS = 20_000;

const isPossible = () => spawnSync('unshare', [...AS_FIRST, 'true']).status === 0;

/** Where a container has no init, a service has to do for itself what an init does for it. */
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
      for (let look = 0; !output.includes('loading'); look++) {
        assert.ok(look < 3_000, `it did not load its workload: ${output}`);
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

/** The one that it forked. */
const childOf = (pid: number | undefined): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));

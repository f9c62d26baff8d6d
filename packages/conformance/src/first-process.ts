import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort, type Place, readManifest } from './contestant.ts';
import { contract } from './contract.ts';
import { it } from './sentence.ts';

const fixture = (name: string) => join(import.meta.dirname, '../fixtures', name);
/** The first process of a PID namespace has no default action for a signal. A container starts it in the same way. */
const AS_FIRST = ['--user', '--pid', '--fork', '--kill-child'];
/** An orchestrator kills a container after about this time. */
const PATIENCE_MS = 60_000;
/** The first module is the program, and the second listens for signals. */
const LOADS = [4, 40];

const isPossible = () => spawnSync('unshare', [...AS_FIRST, 'true']).status === 0;

/** Tests that a service ends by itself in a container without an init. */
export function endsAsFirstProcess(folder: Place): void {
  if (!isPossible()) {
    test(contract['stops-as-first-process'], { skip: 'unshare cannot make a PID namespace here' }, () => {});
    return;
  }
  it('stops-as-first-process', async () => {
    const isNode = readManifest(folder).command[0] === 'node';
    await Promise.all([
      endsWhileItStarts(folder),
      ...(isNode ? LOADS : []).map((load) => {
        const NODE_OPTIONS = `--import=${pathToFileURL(fixture('signal-at-load.ts'))}`;
        return endsWhileItStarts(folder, { NODE_OPTIONS, SIGNAL_AT_LOAD: String(load) });
      }),
    ]);
  });
}

/** @param loading sends SIGTERM while the service loads its modules; otherwise it gets it while it loads its workload */
async function endsWhileItStarts(folder: Place, loading?: NodeJS.ProcessEnv): Promise<void> {
  const { command, env, folder: cwd } = readManifest(folder);
  const [program, ...args] = command;
  const WORKLOAD = fixture('slow-to-load.ts');
  const own = {
    ...env,
    ...loading,
    WORKERS: '2',
    PORT: String(await freePort()),
    NODE_ENV: 'test',
    WORKLOAD,
  };
  const unshare = spawn('unshare', [...AS_FIRST, program === 'node' ? process.execPath : program, ...args], {
    cwd,
    env: { ...process.env, ...own },
  });
  let output = '';
  for (const stream of [unshare.stdout, unshare.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = once(unshare, 'exit').then(([code]) => `exit code ${code}`);
  try {
    for (let poll = 0; !loading && !output.includes('loading'); poll++) {
      assert.ok(poll < 3_000, `it did not load its workload: ${output}`);
      await sleep(10);
    }
    if (!loading) process.kill(childOf(unshare.pid), 'SIGTERM');
    const end = await Promise.race([ended, sleep(PATIENCE_MS, 'still there', { ref: false })]);
    assert.equal(end, 'exit code 0', output);
  } finally {
    unshare.kill('SIGKILL');
    await ended;
  }
}

/** Finds the process that `unshare` forked. */
const childOf = (pid: number | undefined): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));

import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { it } from 'node:test';
import { raisePriority } from '../../src/load/loads.ts';

const fixture = new URL('../fixtures/spins-for-its-thread.ts', import.meta.url);

it('real-time scheduling lets one process for each core end, though each spins until its other thread has had a core', async (t) => {
  const children: ChildProcess[] = Array.from({ length: availableParallelism() }, () => fork(fixture));
  try {
    await Promise.all(children.map((child) => once(child, 'spawn')));
    const granted = await Promise.all(children.map(({ pid = 0 }) => raisePriority(pid)));
    if (granted.includes(false)) return t.skip('real-time scheduling is not granted here');
    const done = children.map((child) => once(child, 'message', { signal: AbortSignal.timeout(30_000) }));
    for (const child of children) child.send('begin');
    for (const [answer] of await Promise.all(done)) assert.equal(answer, 'done');
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
});

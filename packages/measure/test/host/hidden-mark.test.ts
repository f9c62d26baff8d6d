import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { it } from 'node:test';
import { spawn } from '@cpu-bound/workload/test/child-process';
import { familyOf, MARKER, markedProcesses, sweep } from '../../src/host/marker.ts';

const child = `require('node:child_process')
  .spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { env: {} }).once('spawn', () => console.log('up'));`;

it('a process without a mark is found by its ancestor, and is ended with it', async () => {
  const mark = `test-${randomUUID()}`;
  const parent = spawn(process.execPath, ['-e', child], {
    env: { [MARKER]: mark },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(parent.stdout, 'data');
  const found = await markedProcesses(mark);
  assert.equal(found.length, 2);
  assert.deepEqual((await familyOf(parent.pid ?? 0)).toSorted(), found.toSorted());
  assert.equal(await sweep(mark), 2);
  assert.deepEqual(await markedProcesses(mark), []);
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from '@cpu-bound/workload/test/child-process';
import { freezerOf } from '../../src/host/freezer.ts';
import { familyIn, processTable, systemText } from '../../src/host/proc.ts';

const isStopped = (pid: number): boolean => / T /.test(systemText(`/proc/${pid}/stat`));

/** Starts a shell that waits for a child. @returns the numbers of both */
async function startTwo(test: TestContext, detached: boolean): Promise<readonly number[]> {
  const child = spawn('sh', ['-c', 'sleep 600 & echo up; wait'], {
    detached,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { pid } = child;
  assert.ok(pid !== undefined, 'it cannot be started');
  await once(child.stdout, 'data');
  const pids = [...familyIn(processTable() ?? new Map(), [pid])];
  test.after(() => pids.forEach((one) => void process.kill(one, 'SIGKILL')));
  assert.equal(pids.length, 2);
  return pids;
}

/** Waits until the system has carried out a signal. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(1);
}

describe('a freezer', { skip: process.platform === 'linux' ? false : 'no /proc' }, () => {
  for (const detached of [true, false])
    it(`stops and continues a process and its child ${detached ? 'in a group of their own' : 'in the group of the bench, and nobody else in it'}`, async (test) => {
      const pids = await startTwo(test, detached);
      const freezer = freezerOf(pids.slice(0, 1));
      assert.ok(freezer);
      for (let turn = 0; turn < 3; turn++) {
        freezer.stop();
        await until(() => pids.every(isStopped));
        freezer.go();
        await until(() => !pids.some(isStopped));
      }
    });

  it('loses no part of a body that is being sent to a process while it is stopped', async (test) => {
    const program = `require('node:http').createServer((request, response) => {
      let octets = 0;
      request.on('data', (part) => { octets += part.length; }).on('end', () => response.end(String(octets)));
    }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;
    const server = spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    test.after(() => void server.kill('SIGKILL'));
    const [port] = await once(server.stdout, 'data');
    const freezer = freezerOf([server.pid ?? assert.fail()]);
    assert.ok(freezer);
    freezer.stop();
    await until(() => isStopped(server.pid ?? 0));
    // Larger than what the system keeps for a connection.
    const body = new Uint8Array(2 ** 25);
    const answer = fetch(`http://127.0.0.1:${Number(port)}`, { method: 'POST', body });
    for (let turn = 0; turn < 5; turn++) {
      await sleep(10);
      freezer.go();
      await sleep(1);
      freezer.stop();
    }
    freezer.go();
    assert.equal(await (await answer).text(), String(body.length));
  });

  it('has no trouble with processes that have ended', async (test) => {
    const [parent = 0, child = 0] = await startTwo(test, true);
    const freezer = freezerOf([parent]);
    freezer?.stop();
    const other = spawn('sleep', ['600'], { stdio: 'ignore' });
    other.kill('SIGKILL');
    await once(other, 'exit');
    const gone = freezerOf([other.pid ?? 0]);
    assert.equal(gone, undefined);
    freezer?.go();
    await until(() => ![parent, child].some(isStopped));
  });
});

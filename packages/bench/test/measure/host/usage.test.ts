import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { MARKER, markedProcesses, sweep } from '../../../src/measure/host/marker.ts';
import { readUsage, usageBetween } from '../../../src/measure/host/usage.ts';

describe('usage between two readings', () => {
  it('is the growth of the counters', () => {
    const usage = usageBetween(
      { serverCpu: 1, redisCpu: 0.5, machine: { total: 100, stolen: 1 }, pressure: { waitedUs: 0, atMs: 0 } },
      {
        serverCpu: 3,
        redisCpu: 0.75,
        machine: { total: 300, stolen: 5 },
        pressure: { waitedUs: 250_000, atMs: 1_000 },
      },
    );
    assert.deepEqual(usage, { serverCpu: 2, redisCpu: 0.25, steal: 0.02, cpuPressure: 0.25 });
  });
  it('leaves out what the platform does not tell', () => {
    assert.deepEqual(usageBetween({ serverCpu: 1 }, { serverCpu: 2 }), { serverCpu: 1 });
    assert.deepEqual(usageBetween({}, { serverCpu: 2 }), {});
  });
});

describe('the processes of a service', () => {
  const mark = `test-${randomUUID()}`;
  const start = () =>
    fork(new URL('../../fixtures/burn.ts', import.meta.url), {
      env: { ...process.env, [MARKER]: `${mark}/one` },
    });

  it('are found by their mark, their CPU time and memory counted, and ended by a sweep', async () => {
    const child = start();
    await once(child, 'message');
    assert.ok((await markedProcesses(mark)).includes(child.pid ?? 0));
    const before = await readUsage(`${mark}/one`, undefined);
    child.send('burn');
    await once(child, 'message');
    const after = await readUsage(`${mark}/one`, undefined);
    const { serverCpu = 0, serverRssBytes = 0 } = usageBetween(before, after);
    assert.ok(serverCpu > 0.05, `${serverCpu} s of CPU for 300 ms of work`);
    assert.ok(serverRssBytes > 2 ** 20);
    const ended = once(child, 'exit');
    assert.equal(await sweep(mark), 1);
    await ended;
    assert.deepEqual(await markedProcesses(mark), []);
  });
});

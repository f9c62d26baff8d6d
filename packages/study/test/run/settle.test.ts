import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism, constants, setPriority } from 'node:os';
import { afterEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { MARKER } from '@cpu-bound/measure/host/marker';
import type { Service } from '@cpu-bound/measure/host/service';
import { spawn } from '@cpu-bound/workload/test/child-process';
import { settle } from '../../src/run/ports.ts';

const never = new AbortController().signal;

describe('settling after a load', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  async function startBurning() {
    const mark = `test-${randomUUID()}`;
    const child = fork(new URL(import.meta.resolve('@cpu-bound/measure/test/burn')), {
      env: { ...process.env, [MARKER]: mark },
    });
    children.push(child);
    await once(child, 'message');
    const order: string[] = [];
    const burn = async (by: 'cpu' | 'clock') => {
      child.on('message', (message) => order.push(String(message)));
      child.send(by);
      await once(child, 'message');
    };
    return {
      pid: child.pid ?? 0,
      service: { kind: 'local', mark, place: { host: '127.0.0.1', port: 1 } } as unknown as Service,
      order,
      burn,
    };
  }

  it('lasts until the service has finished the work of a stopped load', async () => {
    const { service, order, burn } = await startBurning();
    await burn('cpu');
    await settle(service, never);
    await turn(); // the process has read its input
    assert.deepEqual([...order, 'settled'], ['burns', 'burnt', 'settled']);
  });

  it('lasts as long if the service hardly gets a core', async (test) => {
    if (process.platform !== 'linux') return test.skip('only Linux tells who waits for a core');
    const { pid, service, order, burn } = await startBurning();
    await burn('clock');
    setPriority(pid, constants.priority.PRIORITY_LOW);
    for (let core = 0; core < 2 * availableParallelism(); core++)
      children.push(spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }));
    await settle(service, never);
    await turn(); // the process has read its input
    assert.deepEqual([...order, 'settled'], ['burns', 'burnt', 'settled']);
  });
});

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { MARKER } from '../../../src/measure/host/marker.ts';
import type { ServiceProcess } from '../../../src/measure/host/service-process.ts';
import { settle } from '../../../src/measure/run/settle.ts';

describe('settling', () => {
  it('lasts until the service has worked off what a stopped load left behind', async () => {
    const mark = `test-${randomUUID()}`;
    const env = { ...process.env, [MARKER]: mark };
    const child = fork(new URL('../../fixtures/burn.ts', import.meta.url), { env });
    try {
      await once(child, 'message');
      await new Promise((resolve) => setTimeout(resolve, 300)); // its own start is over
      const order: string[] = [];
      child.on('message', (message) => order.push(String(message)));
      child.send('burn');
      await new Promise((resolve) => setTimeout(resolve, 50)); // it has begun
      await settle({ mark } as ServiceProcess, new AbortController().signal);
      order.push('settled');
      assert.deepEqual(order, ['burnt', 'settled']);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

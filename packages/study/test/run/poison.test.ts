import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { poisonService } from '../../src/run/poison.ts';

describe('a service of several processes, one of which a task has ended', () => {
  const folder = temporaryFolder();

  /** Loses as many connections after the poisoned one as were given to the process that was ending. */
  async function poisoned(
    lost: number,
    how: 'broken' | 'never answered',
    ended: Promise<void> = new Promise(() => {}),
  ) {
    const poisonLog = join(folder, `${lost} ${how}`);
    let left = lost;
    const server = createServer(async (request, response) => {
      if (request.url?.startsWith('/primes')) {
        await appendFile(poisonLog, 'poison 1\n');
        return request.socket.destroy();
      }
      if (left-- > 0) return how === 'broken' ? request.socket.destroy() : undefined;
      response.end('ok');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    let revived = 0;
    const handle = {
      service: () => ({ origin, poisonLog, ended }),
      revive: async () => void revived++,
    };
    const config = { workload: { name: 'primes' } };
    try {
      const { poison } = await poisonService(
        'exit',
        handle as never,
        { config } as never,
        new AbortController().signal,
      );
      return { restarts: poison?.restarts, revived };
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }

  it('is not restarted because the next connections break with that process', async () =>
    assert.deepEqual(await poisoned(3, 'broken'), { restarts: 0, revived: 0 }));

  it('is not restarted because the next connections are lost between its processes', async () =>
    assert.deepEqual(await poisoned(3, 'never answered'), { restarts: 0, revived: 0 }));

  for (const how of ['broken', 'never answered'] as const)
    it(`is restarted if all of them are ${how}`, async () =>
      assert.deepEqual(await poisoned(Number.POSITIVE_INFINITY, how), { restarts: 1, revived: 1 }));
});

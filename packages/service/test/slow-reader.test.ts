import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdmission } from '../src/http/admission.ts';
import { serveApp, wire } from './serving.ts';

/** More than the system buffers for a connection. */
const LARGE = { output: { text: 'x'.repeat(48 * 2 ** 20) }, computeMs: 0, worker: { pid: 1, threadId: 0 } };

async function until(holds: () => boolean, what: string): Promise<void> {
  for (let look = 0; !holds(); look++) {
    assert.ok(look < 400, what);
    await sleep(10);
  }
}

it('a request keeps its place until its answer has been read, or its client leaves', async (t) => {
  const admission = createAdmission(10);
  const { server, origin } = await serveApp(t, { admission, compute: async () => LARGE });
  const slow = await wire(t, server.port);
  slow.socket.pause();
  slow.send('/primes?upTo=10');
  await until(() => admission.pending === 1, 'it has a place');
  await sleep(100);
  assert.deepEqual([admission.pending, admission.isFull], [1, false]);
  const second = await wire(t, server.port);
  second.socket.pause();
  second.send('/primes?upTo=10');
  await until(() => admission.isFull, 'what two of them leave unread is too much');
  assert.equal((await fetch(`${origin}/primes?upTo=10`)).status, 503);
  slow.socket.destroy();
  await until(() => admission.pending === 1 && !admission.isFull, 'one that left gives it back');
  second.socket.resume();
  await until(() => admission.pending === 0, 'one that has read it gives it back');
});

it('a client that sent several requests at once and left has nothing counted against it afterwards', async (t) => {
  const admission = createAdmission(10);
  const { promise: computed, resolve: compute } = Promise.withResolvers<typeof LARGE>();
  const { server } = await serveApp(t, { admission, compute: () => computed });
  const client = await wire(t, server.port);
  for (let sent = 0; sent < 3; sent++) client.send('/primes?upTo=10');
  await until(() => admission.pending === 3, 'each has a place');
  client.socket.destroy();
  await until(() => admission.pending === 0, 'each gives it back');
  compute(LARGE); // what runs already cannot be taken back
  await sleep(200);
  assert.deepEqual([admission.pending, admission.isFull], [0, false]);
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { it } from 'node:test';
import { computedTasks, endContestant, json, send, startContestant } from '@cpu-bound/conformance';

const folder = join(import.meta.dirname, '..');
const REDIS_URL = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
const PATH = '/jobs?upTo=1000';
const key = { 'Idempotency-Key': 'taken-over' };

/** A way to Redis that loses the command that adds an asynchronous job, and all after it on that connection. */
async function lossyWay() {
  const lost = Promise.withResolvers<void>();
  const { hostname, port } = new URL(REDIS_URL);
  const relay = createServer((client) => {
    const server = connect(Number(port || 6379), hostname);
    let isLost = false;
    client.on('data', (chunk) => {
      isLost ||= chunk.includes('async'); // the name of such a job
      if (isLost) lost.resolve();
      else server.write(chunk);
    });
    server.pipe(client);
    for (const socket of [client, server])
      socket
        .on('error', () => {})
        .once('close', () => {
          client.destroy();
          server.destroy();
        });
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(REDIS_URL);
  url.hostname = '127.0.0.1';
  url.port = `${(relay.address() as AddressInfo).port}`;
  return { url: url.href, lost: lost.promise, close: () => relay.close() };
}

it('a job whose API process was killed while it added it is added by the next request with its key, once', async () => {
  const way = await lossyWay();
  const env = {
    QUEUE_NAME: `taken-over-${crypto.randomUUID()}`,
    JOB_LOCK_MS: '30000', // however late its worker renews it
    LOG_LEVEL: 'debug',
  };
  const service = await startContestant(folder, { ...env, WORKERS: '1' });
  const dying = await startContestant(folder, { ...env, WORKERS: '0', REDIS_URL: way.url });
  try {
    const answer = send(dying.origin, PATH, 'POST', key).catch(() => undefined);
    await way.lost;
    dying.child.kill('SIGKILL');
    assert.equal(await answer, undefined, 'nobody was told that it is accepted');

    const other = send(service.origin, '/jobs?upTo=2000', 'POST', key);
    const replies = await Promise.all([1, 2, 3].map(() => send(service.origin, PATH, 'POST', key)));
    assert.deepEqual(
      replies.map(({ status, body }) => (status === 202 ? status : body)),
      [202, 202, 202],
    );
    assert.equal((await other).status, 422, 'the key was used with other parameters');
    const [{ id }] = replies.map(json);
    assert.deepEqual([...new Set(replies.map((reply) => json(reply).id))], [id]);
    const ended = await send(service.origin, `/jobs/${id}`, 'GET', { Prefer: 'wait=20' });
    assert.deepEqual([json(ended).state, json(ended).result.count], ['completed', 168]);
    await send(service.origin, PATH, 'POST', { ...key, Prefer: 'wait=20' });
    assert.equal(computedTasks(service), 1, service.output());
  } finally {
    way.close();
    await endContestant(dying);
    await endContestant(service);
  }
});

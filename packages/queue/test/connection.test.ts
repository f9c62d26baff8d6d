import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { it } from 'node:test';
import { blockingClient } from '../src/connection.ts';
import { NO_REDIS, ownRedis, talk } from './own-redis.ts';

const [before, after] = [await ownRedis(), await ownRedis()];
const portOf = ({ url }: { url: string }) => Number(new URL(url).port);

it('a write that a demoted Redis refuses is sent again to the one that is there now', {
  skip: before && after ? false : NO_REDIS,
}, async (t) => {
  if (!before || !after) return;
  let target = portOf(before);
  const relay = createServer((client) => {
    const server = connect(target, '127.0.0.1');
    for (const socket of [client, server]) socket.on('error', () => {});
    client.pipe(server).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const redis = blockingClient({ REDIS_URL: `redis://127.0.0.1:${(relay.address() as AddressInfo).port}` });
  t.after(async () => {
    redis.disconnect();
    relay.close();
    await Promise.all([before.end(), after.end()]);
  });
  assert.equal(await redis.set('written', 'before'), 'OK');
  target = portOf(after); // its connection to the old one stays open
  await talk(before.url, (client) => client.replicaof('127.0.0.1', target));
  assert.equal(await redis.set('written', 'after'), 'OK');
  assert.equal(await talk(after.url, (client) => client.get('written')), 'after');
});

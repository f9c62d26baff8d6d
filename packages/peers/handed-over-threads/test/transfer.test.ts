import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { it } from 'node:test';
import { MessageChannel } from 'node:worker_threads';

it('Node transfers no connection from which something was read, so the accepting thread can answer no request', async (t) => {
  const server = createServer();
  t.after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const client = connect(port, '127.0.0.1').on('error', () => {});
  t.after(() => client.destroy());
  const [accepted] = (await once(server, 'connection')) as [Socket];
  t.after(() => accepted.destroy());
  client.write('GET /hello HTTP/1.1\r\n');
  await once(accepted, 'data');
  const { port1 } = new MessageChannel();
  t.after(() => port1.close());
  assert.throws(() => port1.postMessage(accepted, [accepted as never]), {
    code: 'ERR_WORKER_HANDLE_NOT_TRANSFERABLE',
  });
});

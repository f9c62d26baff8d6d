import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Links, startLinks } from '../../src/host/link/links.ts';

const { signal } = new AbortController();
/** More than a TCP segment, so that it comes in pieces. */
const LONG = 'x'.repeat(300_000);

describe('a link', () => {
  let echo: Server;
  let links: Links;
  const sockets: Socket[] = [];
  before(async () => {
    echo = createServer({ allowHalfOpen: true }, (socket) => void socket.pipe(socket)).listen(0, '127.0.0.1');
    await once(echo, 'listening');
    const end = { host: '127.0.0.1', port: (echo.address() as AddressInfo).port };
    links = await startLinks(
      [
        { ...end, delayMs: 0 },
        { ...end, delayMs: 20 },
      ],
      signal,
    );
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await links.stop();
    echo.close();
  });
  const open = async (link: number): Promise<Socket> => {
    const socket = connect({ port: links.ports[link] ?? 0, host: '127.0.0.1' });
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  const read = async (socket: Socket, length: number): Promise<string> => {
    let text = '';
    while (text.length < length) text += (await once(socket, 'data'))[0];
    return text;
  };

  it('passes everything on, in order, both ways', async () => {
    for (const link of [0, 1]) {
      const socket = await open(link);
      socket.write(`${LONG}end`);
      assert.equal(await read(socket, LONG.length + 3), `${LONG}end`, String(link));
    }
  });

  it('takes its time each way', async () => {
    const socket = await open(1);
    const sentAt = performance.now();
    socket.write('a');
    await read(socket, 1);
    // A lower bound: whatever else the machine does makes it longer.
    assert.ok(performance.now() - sentAt >= 39);
  });

  it('ends what the other side has ended, when all of it has come', async () => {
    const socket = await open(1);
    socket.end('last');
    assert.equal(await read(socket, 4), 'last');
    await once(socket, 'end');
  });

  it('passes nothing on while it is cut, and all of it afterwards, on the same connection', async () => {
    const socket = await open(0);
    await links.cut(0, true);
    let came = '';
    socket.on('data', (text) => {
      came += text;
    });
    socket.write('during');
    await sleep(150);
    assert.equal(came, '');
    await links.cut(0, false);
    while (came.length < 6) await sleep(5);
    assert.equal(came, 'during');
  });

  it('is cut by itself: the others go on', async () => {
    await links.cut(1, true);
    const socket = await open(0);
    socket.write('b');
    assert.equal(await read(socket, 1), 'b');
    await links.cut(1, false);
  });
});

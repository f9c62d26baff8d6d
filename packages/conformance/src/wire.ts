import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where to connect for an origin. */
const portOf = (origin: string) => Number(new URL(origin).port);

/** A client that keeps its connection open after an answer is waited for no longer than this. */
const SILENCE_MS = 30_000;

/** Writes bytes on a connection of their own and gives all that comes back until it is closed or silent. */
export async function exchangeBytes(origin: string, bytes: string): Promise<string> {
  const socket = connect(portOf(origin), '127.0.0.1').setEncoding('latin1');
  let reply = '';
  socket.on('data', (chunk) => {
    reply += chunk;
  });
  socket.on('error', () => {}); // a reset is an answer too
  socket.setTimeout(SILENCE_MS, () => socket.destroy());
  socket.write(bytes);
  await once(socket, 'close');
  return reply;
}

/** Requests that never end, and bytes that are none: what keeps a connection busy for nothing. */
const slow = [
  'GET /primes?upTo=10 HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'POST /jobs?upTo=10 HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nx',
];
const nuisances = [...slow, 'GET /primes', '\u0000\u0001\u0002 not HTTP at all\r\n\r\n', ''];

type Nuisance = {
  /** Connections that the service has not cut. */
  readonly left: number;
  close(): void;
};

/** Between two bytes of a slow client: no timeout of silence ever passes. */
const TRICKLE_MS = 1_000;

/** Opens many connections that will never ask for anything sensible; they stay open until `close`. */
export async function annoy(origin: string, connections: number): Promise<Nuisance> {
  const sockets: Socket[] = [];
  const trickle = setInterval(() => {
    for (const [index, socket] of sockets.entries())
      if (index % nuisances.length < slow.length && socket.writable) socket.write('x');
  }, TRICKLE_MS);
  for (let index = 0; index < connections; index++) {
    const socket = connect(portOf(origin), '127.0.0.1').resume();
    socket.on('error', () => {});
    socket.write(nuisances[index % nuisances.length] ?? '');
    sockets.push(socket);
    if (index % 100 === 99) await sleep(5);
  }
  return {
    get left() {
      return sockets.filter(({ destroyed }) => !destroyed).length;
    },
    close() {
      clearInterval(trickle);
      for (const socket of sockets) socket.destroy();
    },
  };
}

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Reads the port of an origin. */
const portOf = (origin: string) => Number(new URL(origin).port);

/** A connection without a byte for this time is closed. */
const SILENCE_MS = 30_000;

/** Writes bytes on a new connection, and returns all bytes that come back until it closes. */
export async function exchangeBytes(origin: string, bytes: string): Promise<string> {
  const socket = connect(portOf(origin), '127.0.0.1').setEncoding('latin1');
  let reply = '';
  socket.on('data', (chunk) => {
    reply += chunk;
  });
  socket.on('error', () => {}); // a reset is an answer, too
  socket.setTimeout(SILENCE_MS, () => socket.destroy());
  socket.write(bytes);
  await once(socket, 'close');
  return reply;
}

/** Requests that never end. */
const slow = [
  'GET /primes?upTo=10 HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'POST /jobs?upTo=10 HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nx',
];
const senseless = [...slow, 'GET /primes', '\u0000\u0001\u0002 not HTTP at all\r\n\r\n', ''];

type SenselessConnections = {
  /** Connections that the service has not cut. */
  readonly open: number;
  close(): void;
};

/** A slow client sends a byte in this time, so that no idle timeout passes. */
const TRICKLE_MS = 1_000;

/** Opens connections that never send a valid request; they stay open until `close`. */
export async function openSenselessConnections(
  origin: string,
  connections: number,
): Promise<SenselessConnections> {
  const sockets: Socket[] = [];
  const trickle = setInterval(() => {
    for (const [index, socket] of sockets.entries())
      if (index % senseless.length < slow.length && socket.writable) socket.write('x');
  }, TRICKLE_MS);
  for (let index = 0; index < connections; index++) {
    const socket = connect(portOf(origin), '127.0.0.1').resume();
    socket.on('error', () => {});
    socket.write(senseless[index % senseless.length] ?? '');
    sockets.push(socket);
    if (index % 100 === 99) await sleep(5);
  }
  return {
    get open() {
      return sockets.filter(({ destroyed }) => !destroyed).length;
    },
    close() {
      clearInterval(trickle);
      for (const socket of sockets) socket.destroy();
    },
  };
}

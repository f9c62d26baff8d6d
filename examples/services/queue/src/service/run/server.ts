import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.js';
import { takeWaiting } from './take-waiting.js';

export type RunningServer = {
  readonly port: number;
  /** Serves for the drain delay, stops accepting, and lets every accepted request finish; rejects where it cannot. */
  drain(): Promise<void>;
};

export type ListenOptions = Pick<
  Config,
  'HOST' | 'PORT' | 'STALL_TIMEOUT_MS' | 'UPLOAD_TIMEOUT_MS' | 'DRAIN_DELAY_MS' | 'DRAIN_TIMEOUT_MS'
> & {
  /** Each process has a listening socket of its own, and the system deals the connections. */
  readonly reusePort?: boolean;
};

/** Longer than the idle timeout of common balancers, so that the balancer closes an idle connection. */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_TIMEOUT_MS = 10_000;
const LOOK_MS = 10;

/** Listens; rejects with the system's error (EADDRINUSE, …) where it cannot. */
export async function listen(app: RequestListener, options: ListenOptions): Promise<RunningServer> {
  const { HOST: host, PORT: port, UPLOAD_TIMEOUT_MS, reusePort = false } = options;
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, UPLOAD_TIMEOUT_MS),
    requestTimeout: UPLOAD_TIMEOUT_MS,
    connectionsCheckingInterval: 1_000,
  });
  /** The responses of each connection that are not at their end, in the order of their requests. */
  const connections = new Map<Socket, Set<ServerResponse>>();
  let draining = false;
  server.on('connection', (socket: Socket) => {
    connections.set(socket, new Set());
    socket.setMaxListeners(0); // a client may send many requests ahead, and each of them listens for its end
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request, response) => {
    const responses = connections.get(request.socket);
    responses?.add(response);
    response.once('close', () => responses?.delete(response));
    if (draining) endWithLast(responses);
    app(request, response);
  });
  const lookMs = options.STALL_TIMEOUT_MS / 2;
  server.setTimeout(lookMs, cutStalled(connections, lookMs));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host, port, reusePort, backlog: 4096 }, resolve);
  });

  const open = () => [...connections.values()].flatMap((responses) => [...responses]);
  return {
    port: (server.address() as AddressInfo).port,
    async drain() {
      draining = true;
      // From now on an answer ends its connection. A client or a balancer that kept it would send its next request on it
      // just when it is closed at the end.
      for (const responses of connections.values()) endWithLast(responses);
      await sleep(options.DRAIN_DELAY_MS);
      await takeWaiting(server);
      server.close();
      const deadline = performance.now() + options.DRAIN_TIMEOUT_MS;
      while (open().length > 0 && performance.now() < deadline) await sleep(LOOK_MS);
      // A client that has not sent its whole request, or has not read its answer, does not delay an orderly stop.
      const unanswered = open().filter(({ req, headersSent }) => req.complete && !headersSent);
      server.closeAllConnections();
      if (unanswered.length > 0)
        throw new Error(`${unanswered.length} requests were unfinished after DRAIN_TIMEOUT_MS`);
    },
  };
}

/** Has the last answer end the connection. One before it would cut off the requests that the client has sent ahead. */
function endWithLast(responses: Iterable<ServerResponse> = []): void {
  const [last, ...others] = [...responses].reverse();
  if (!last || last.headersSent) return;
  last.setHeader('Connection', 'close');
  for (const response of others) if (!response.headersSent) response.removeHeader('Connection');
}

/** Two timeouts of a socket with nothing between them are one interval apart; this leaves room for a late timer. */
const IN_A_ROW = 1.5;

/**
 * Cuts a client that neither sends nor reads for two of Node's socket timeouts in a row. Node's own timeout would cut a
 * client that waits for its result, too; and a single one also passes while a task keeps the event loop, in which nothing
 * can be read or written. Node itself looks whether a large answer is on its way.
 */
function cutStalled(connections: ReadonlyMap<Socket, ReadonlySet<ServerResponse>>, everyMs: number) {
  const timedOutAt = new WeakMap<Socket, number>();
  return (socket: Socket): void => {
    const [first] = connections.get(socket) ?? [];
    if (!first) return void socket.destroy(); // it has sent no request yet, or none within the keep-alive timeout
    const waitsForUs = first.req.complete && !first.headersSent;
    if (!waitsForUs) {
      const now = performance.now();
      const before = timedOutAt.get(socket) ?? Number.NEGATIVE_INFINITY;
      if (now - before < IN_A_ROW * everyMs) return void socket.resetAndDestroy();
      timedOutAt.set(socket, now);
    }
    socket.setTimeout(everyMs); // it fires once by itself
  };
}

import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';
import { stopListening, takeWaiting } from './take-waiting.ts';

export type RunningServer = {
  readonly port: number;
  /**
   * Serves for the drain delay, closes the listening socket, and waits for the requests of the connections that it has
   * accepted; rejects if some do not finish.
   */
  drain(): Promise<void>;
};

export type ListenOptions = Pick<
  Config,
  'HOST' | 'PORT' | 'STALL_TIMEOUT_MS' | 'UPLOAD_TIMEOUT_MS' | 'DRAIN_DELAY_MS' | 'DRAIN_TIMEOUT_MS'
> & {
  /** True if each process has a listening socket of its own; the system deals the connections. */
  readonly reusePort?: boolean;
  /** Lets connections come; default: the server listens on `HOST` and `PORT`. */
  readonly begin?: (server: Server) => Promise<unknown>;
  /** Resolves at the stop, when no more will come; default: after the drain delay, with those that the system has accepted. */
  readonly end?: (server: Server) => Promise<void>;
};

/** It exceeds the idle timeout of common balancers, so that the balancer closes an idle connection. */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** A client sends its first request within this time of its connection. */
const FIRST_REQUEST_MS = 500;
const POLL_MS = 10;

/** Starts a server; rejects with the system's error (EADDRINUSE, …) if it cannot listen. */
export async function listen(app: RequestListener, options: ListenOptions): Promise<RunningServer> {
  const { HOST: host, PORT: port, UPLOAD_TIMEOUT_MS, reusePort = false } = options;
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, UPLOAD_TIMEOUT_MS),
    requestTimeout: UPLOAD_TIMEOUT_MS,
    connectionsCheckingInterval: 1_000,
  });
  const intervalMs = options.STALL_TIMEOUT_MS / 2;
  /** The unfinished responses of each connection, in the order of their requests. */
  const connections = new Map<Socket, Set<ServerResponse>>();
  /** The times at which the connections without a request were accepted. */
  const unused = new Map<Socket, number>();
  let draining = false;
  server.on('connection', (socket: Socket) => {
    connections.set(socket, new Set());
    unused.set(socket, performance.now());
    socket.setMaxListeners(0); // a client may pipeline many requests, each of which adds a listener
    socket.once('close', () => connections.delete(socket) && unused.delete(socket));
  });
  server.on('request', (request, response) => {
    unused.delete(request.socket);
    const responses = connections.get(request.socket);
    responses?.add(response);
    response.once('close', () => responses?.delete(response));
    // A refused request may leave its body behind. Node would wait for that as long as for a next request.
    response.once('finish', () => request.complete || request.socket.setTimeout(intervalMs));
    if (draining) closeWithLast(responses);
    app(request, response);
  });
  server.setTimeout(intervalMs, cutStalled(connections, intervalMs));
  if (options.begin) await options.begin(server);
  else await once(server.listen({ host, port, reusePort, backlog: 4096 }), 'listening');

  /** Returns true while the first request of a connection may be on its way. */
  const hasNew = () => [...unused.values()].some((at) => performance.now() < at + FIRST_REQUEST_MS);
  const open = () => [...connections.values()].flatMap((responses) => [...responses]);
  return {
    port: (server.address() as AddressInfo | null)?.port ?? port,
    async drain() {
      draining = true;
      // An answer closes its connection from now on. On an open one, a client could send its next request just when the
      // connection is closed at the end.
      for (const responses of connections.values()) closeWithLast(responses);
      if (options.end) await options.end(server);
      else {
        await sleep(options.DRAIN_DELAY_MS);
        await takeWaiting(server);
      }
      stopListening(server);
      const deadline = performance.now() + options.DRAIN_TIMEOUT_MS;
      while ((open().length > 0 || hasNew()) && performance.now() < deadline) {
        await sleep(POLL_MS);
        await nextIteration(); // the loop reads what came while a task blocked it
      }
      // A client that has not sent its request, or not read its answer, does not delay an orderly stop.
      const unanswered = open().filter(({ req, headersSent }) => req.complete && !headersSent);
      server.closeAllConnections();
      if (unanswered.length > 0)
        throw new Error(`${unanswered.length} requests were unfinished after DRAIN_TIMEOUT_MS`);
    },
  };
}

/** Makes the last answer close the connection: an earlier one would cut off the pipelined requests. */
function closeWithLast(responses: Iterable<ServerResponse> = []): void {
  const [last, ...others] = [...responses].reverse();
  if (!last || last.headersSent) return;
  last.setHeader('Connection', 'close');
  for (const response of others) if (!response.headersSent) response.removeHeader('Connection');
}

/** Two timeouts are in a row if at most this many intervals are between them: a timer may be late by a part of one. */
const IN_A_ROW = 1.5;

/**
 * Returns a listener for socket timeouts: Node calls it when a connection has been idle for `everyMs`, or for the
 * keep-alive timeout after an answer. It cuts a client that neither sends nor reads during two timeouts in a row, because
 * a task that blocks the event loop makes one pass for every client. Node's own listener would also cut a client that
 * waits for its result. Node checks the progress of a large answer itself.
 */
function cutStalled(connections: ReadonlyMap<Socket, ReadonlySet<ServerResponse>>, everyMs: number) {
  const timedOutAt = new WeakMap<Socket, number>();
  return (socket: Socket): void => {
    const [first] = connections.get(socket) ?? [];
    const waitsForUs = first?.req.complete && !first.headersSent;
    if (!waitsForUs) {
      const now = performance.now();
      const before = timedOutAt.get(socket) ?? Number.NEGATIVE_INFINITY;
      if (now - before < IN_A_ROW * everyMs)
        return void (first ? socket.resetAndDestroy() : socket.destroy());
      timedOutAt.set(socket, now);
    }
    socket.setTimeout(everyMs); // a timeout fires only once
  };
}

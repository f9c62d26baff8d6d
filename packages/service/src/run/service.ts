import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import { createAdmission } from '../http/admission.ts';
import { createApp, type Strategy } from '../http/app.ts';
import { registry } from '../http/metrics.ts';
import type { Config } from './config.ts';
import type { ServiceContext } from './context.ts';
import { stopListening, takeWaiting } from './take-waiting.ts';

type Connection = {
  /** The time of its last answer, or of its begin. */
  answeredAt: number;
  /** The unfinished responses, in the order of their requests. */
  readonly responses: Set<ServerResponse>;
  /** The time of its last timeout. */
  timedOutAt: number;
};

/** A client that is busy sends its next request within this time of its connection, or of the answer before. */
const NEXT_REQUEST_MS = 500;
/** Two timeouts are in a row if at most this many of them fit between: a timer may be late by a part of one. */
const IN_A_ROW = 1.5;

/** Watches the connections of a server, and cuts those of clients that stall for `stallTimeoutMs`. */
export function watchConnections(server: Server, stallTimeoutMs: number) {
  const timeoutMs = stallTimeoutMs / 2;
  const connections = new Map<Socket, Connection>();
  let areClosing = false;

  server.on('connection', (socket: Socket) => {
    const answeredAt = performance.now();
    connections.set(socket, { answeredAt, responses: new Set(), timedOutAt: -Infinity });
    socket.setMaxListeners(0); // a client may pipeline many requests, each of which adds a listener
    socket.once('close', () => connections.delete(socket));
  });

  server.on('request', (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection) return;
    const { responses } = connection;
    responses.add(response);
    response.once('close', () => {
      responses.delete(response);
      connection.answeredAt = performance.now();
    });
    // A refused request may leave its body behind. Node would wait for that as long as for a next request.
    response.once('finish', () => request.complete || socket.setTimeout(timeoutMs));
    if (areClosing) closeWithLast(responses);
  });

  // Node calls this when a connection has been idle for the timeout, or for the keep-alive timeout after an answer. A client
  // that neither sends nor reads is cut at the second timeout in a row, because a task that blocks the event loop makes one
  // pass for every client. Node's own listener would also cut a client that waits for its result. Node checks the progress
  // of a large answer itself.
  server.setTimeout(timeoutMs, (socket: Socket) => {
    const connection = connections.get(socket);
    if (!connection) return;
    const [response] = connection.responses;
    const waitsForUs = response?.req.complete && !response.headersSent;
    if (!waitsForUs) {
      const now = performance.now();
      if (now - connection.timedOutAt < IN_A_ROW * timeoutMs)
        return void (response ? socket.resetAndDestroy() : socket.destroy());
      connection.timedOutAt = now;
    }
    socket.setTimeout(timeoutMs); // a timeout fires only once
  });

  const responses = () => [...connections.values()].flatMap((connection) => [...connection.responses]);
  return {
    /** Lets each connection end with its last answer, from now on. */
    closeWithAnswers(): void {
      areClosing = true;
      for (const connection of connections.values()) closeWithLast(connection.responses);
    },
    /** True while a request is unfinished, or may be on its way: a connection that is closed then loses it. */
    get areBusy(): boolean {
      const since = performance.now() - NEXT_REQUEST_MS;
      const isBusy = (one: Connection) => one.responses.size > 0 || one.answeredAt > since;
      return [...connections.values()].some(isBusy);
    },
    /** The number of requests that have arrived as a whole, and have no answer. */
    get unanswered(): number {
      return responses().filter(({ req, headersSent }) => req.complete && !headersSent).length;
    },
  };
}

/** Makes the last answer close the connection: an earlier one would cut off the pipelined requests. */
function closeWithLast(responses: ReadonlySet<ServerResponse>): void {
  const [last, ...others] = [...responses].reverse();
  if (!last || last.headersSent) return;
  last.setHeader('Connection', 'close');
  for (const response of others) if (!response.headersSent) response.removeHeader('Connection');
}

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
  const connections = watchConnections(server, options.STALL_TIMEOUT_MS);
  server.on('request', app);
  if (options.begin) await options.begin(server);
  else await once(server.listen({ host, port, reusePort, backlog: 4096 }), 'listening');

  return {
    port: (server.address() as AddressInfo | null)?.port ?? port,
    async drain() {
      // On an open connection, a client could send its next request just when the connection is closed at the end.
      connections.closeWithAnswers();
      if (options.end) await options.end(server);
      else {
        await sleep(options.DRAIN_DELAY_MS);
        await takeWaiting(server);
      }
      stopListening(server);
      const deadline = performance.now() + options.DRAIN_TIMEOUT_MS;
      while (connections.areBusy && performance.now() < deadline) {
        await sleep(POLL_MS);
        await nextIteration(); // the loop reads what came while a task blocked it
      }
      // A client that has not sent its request, or not read its answer, does not delay an orderly stop.
      const { unanswered } = connections;
      server.closeAllConnections();
      if (unanswered > 0) throw new Error(`${unanswered} requests were unfinished after DRAIN_TIMEOUT_MS`);
    },
  };
}

/** Serves the HTTP contract with a strategy until the process gets a signal to stop. */
export async function serve(
  context: ServiceContext,
  strategy: Strategy,
  how?: Pick<ListenOptions, 'reusePort' | 'begin' | 'end'>,
): Promise<void> {
  const { config, workload, log, lifecycle } = context;
  const admission = createAdmission(config.MAX_PENDING);
  new Gauge({
    name: 'requests_pending',
    help: 'Accepted, unfinished.',
    registers: [registry],
    collect() {
      this.set(admission.pending);
    },
  });
  const server = await listen(createApp(context, strategy, admission), { ...config, ...how });
  lifecycle.onStop('http server', () => server.drain());
  log.info({ host: config.HOST, port: server.port, workload: workload.name }, 'listening');
}

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';
import { watchConnections } from './connections.ts';
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

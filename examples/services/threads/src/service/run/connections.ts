import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Connection = {
  readonly acceptedAt: number;
  /** True until its first request comes. */
  isNew: boolean;
  /** The unfinished responses, in the order of their requests. */
  readonly responses: Set<ServerResponse>;
  /** The time of its last timeout. */
  timedOutAt: number;
};

/** A client sends its first request within this time of its connection. */
const FIRST_REQUEST_MS = 500;
/** Two timeouts are in a row if at most this many of them fit between: a timer may be late by a part of one. */
const IN_A_ROW = 1.5;

/** Watches the connections of a server, and cuts those of clients that stall for `stallTimeoutMs`. */
export function watchConnections(server: Server, stallTimeoutMs: number) {
  const timeoutMs = stallTimeoutMs / 2;
  const connections = new Map<Socket, Connection>();
  let areClosing = false;

  server.on('connection', (socket: Socket) => {
    const acceptedAt = performance.now();
    connections.set(socket, { acceptedAt, isNew: true, responses: new Set(), timedOutAt: -Infinity });
    socket.setMaxListeners(0); // a client may pipeline many requests, each of which adds a listener
    socket.once('close', () => connections.delete(socket));
  });

  server.on('request', (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection) return;
    const { responses } = connection;
    connection.isNew = false;
    responses.add(response);
    response.once('close', () => responses.delete(response));
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
    /** True while a request is unfinished, or the first one of a connection may be on its way. */
    get areBusy(): boolean {
      const since = performance.now() - FIRST_REQUEST_MS;
      const isExpected = ({ isNew, acceptedAt }: Connection) => isNew && acceptedAt > since;
      return responses().length > 0 || [...connections.values()].some(isExpected);
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

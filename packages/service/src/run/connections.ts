import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Pace } from '../http/pace.ts';

/** Sent ahead on one connection: more than any client does that waits for its answers. */
export const MOST_WAITING = 256;

export type Connections = {
  /** What listens to the server's requests. */
  readonly onRequest: RequestListener;
  /** How many were accepted so far. */
  readonly arrivals: number;
  /** Responses that are not at their end. */
  readonly open: ReadonlySet<ServerResponse>;
  readonly sockets: ReadonlyMap<Socket, unknown>;
};

/** `latest` is a response that is not at its end. */
type Connection = { latest?: ServerResponse | undefined; waiting: number };

/**
 * One request of a connection at a time, however many its client sends ahead: each may have a place, a body and an answer in
 * memory, and they are answered in their order anyway. A connection whose client does not read is cut.
 */
export function watchConnections(server: Server, pace: Pace, begin: RequestListener): Connections {
  const connections = new Map<Socket, Connection>();
  const open = new Set<ServerResponse>();
  let arrivals = 0;
  server.on('connection', (socket: Socket) => {
    arrivals++;
    connections.set(socket, { waiting: 0 });
    const unwatch = pace.watch({
      moved: () => (socket.writableLength > 0 ? socket.bytesWritten - socket.writableLength : undefined),
      cut: () => socket.resetAndDestroy(), // the system forgets what it holds for it, too
    });
    socket.once('close', () => {
      connections.delete(socket);
      unwatch();
    });
  });

  function start(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      if (connection.latest === response) connection.latest = undefined;
    });
    begin(request, response);
  }
  return {
    onRequest(request, response) {
      const connection = connections.get(request.socket);
      if (!connection) return; // it has been closed
      const { latest } = connection;
      connection.latest = response;
      if (!latest) return start(connection, request, response);
      if (++connection.waiting > MOST_WAITING) return void request.socket.destroy();
      latest.once('close', () => {
        connection.waiting--;
        if (!request.socket.destroyed) start(connection, request, response);
      });
    },
    open,
    sockets: connections,
    get arrivals() {
      return arrivals;
    },
  };
}

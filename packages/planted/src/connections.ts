import { subscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';

/** The ways to close connections that HTTP and Node.js offer: no fault, although a client has to connect again. */
export const closings = ['closes', 'few'] as const;

const REQUESTS_OF_A_CONNECTION = 10;

/** Closes each connection after its answer, or after some answers. */
export function closeConnections(how: (typeof closings)[number]): void {
  subscribe('http.server.request.start', (message) => {
    const { response, server } = message as { readonly response: ServerResponse; readonly server: Server };
    if (how === 'closes') response.setHeader('Connection', 'close');
    else server.maxRequestsPerSocket = REQUESTS_OF_A_CONNECTION;
  });
}

import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Kernel } from '@cpu-bound/service';

/** The faults that a workload's function cannot have: they concern the reported time, and the answer on the wire. */
export const faultsOutsideTheFunction = ['twice', 'misreport'] as const;

const FACTOR = 10;

/** Reports ten times the time that a task took. */
export const misreporting =
  (kernel: Kernel): Kernel =>
  async (input, traceparent) => {
    const result = await kernel(input, traceparent);
    return { ...result, computeMs: FACTOR * result.computeMs };
  };

/** Sends each right answer twice, if the service gives its whole body to `end`. */
export function answerTwice(): void {
  subscribe('http.server.request.start', (message) => {
    const { response, socket } = message as { readonly response: ServerResponse; readonly socket: Socket };
    let body = Buffer.alloc(0);
    const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
    response.end = (...given: unknown[]) => {
      const [chunk] = given;
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) body = Buffer.from(chunk);
      return end(...given);
    };
    response.once('finish', () => {
      if (response.statusCode !== 200 || socket.destroyed) return;
      const headers = Object.entries(response.getHeaders()).map(([name, value]) => `${name}: ${value}`);
      socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${headers.join('\r\n')}\r\n\r\n`), body]));
    });
  });
}

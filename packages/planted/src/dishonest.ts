import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Kernel } from '@cpu-bound/service';

/** The faults that a workload's function cannot have: they concern the reported time, and the answer on the wire. */
export const dishonesties = ['twice', 'misreport'] as const;

const TIMES = 10;

/** Reports ten times the time that a task took. */
export const misreporting =
  (kernel: Kernel): Kernel =>
  async (input, traceparent) => {
    const result = await kernel(input, traceparent);
    return { ...result, computeMs: TIMES * result.computeMs };
  };

/** Sends each right answer of this process twice. */
export function answerTwice(): void {
  subscribe('http.server.request.start', (message) => {
    const { response, socket } = message as { readonly response: ServerResponse; readonly socket: Socket };
    let written = Buffer.alloc(0);
    const keep = (chunk: unknown) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array)
        written = Buffer.concat([written, Buffer.from(chunk)]);
    };
    const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
    response.end = (...given: unknown[]) => {
      keep(given[0]);
      return end(...given);
    };
    response.once('finish', () => {
      if (response.statusCode !== 200 || socket.destroyed) return;
      const headers = Object.entries(response.getHeaders()).map(([name, value]) => `${name}: ${value}`);
      socket.write(
        Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${headers.join('\r\n')}\r\n\r\n`), written]),
      );
    });
  });
}

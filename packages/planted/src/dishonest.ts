import { subscribe } from 'node:diagnostics_channel';
import { existsSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Compute } from '@cpu-bound/service/contract';
import type { Kernel } from '@cpu-bound/service/run/kernel';

/** The faults that a workload's function cannot have: they concern the reported time, and the answer on the wire. */
export const faultsOutsideTheFunction = ['twice', 'misreport', 'rename', 'store', 'burn', 'dies'] as const;

const FACTOR = 10;

/** Reports ten times the time that a task took. */
export const misreporting =
  (kernel: Kernel): Kernel =>
  async (input) => {
    const result = await kernel(input);
    return { ...result, computeMs: FACTOR * result.computeMs };
  };

const ANSWERS_OF_A_NAME = 8;

/** Reports a new worker after every eight answers. */
export function renaming(kernel: Kernel): Kernel {
  let answers = 0;
  return async (input) => {
    const result = await kernel(input);
    const threadId = Math.floor(answers++ / ANSWERS_OF_A_NAME);
    return { ...result, worker: { ...result.worker, threadId } };
  };
}

const FEW_WAITING = 7;

/** Answers from a store while few requests wait, and computes when it is saturated. */
export function storing(compute: Compute): Compute {
  const store = new Map<string, ReturnType<Compute>>();
  let waiting = 0;
  return async (input, options) => {
    waiting++;
    try {
      const key = JSON.stringify(input);
      const known = waiting < FEW_WAITING ? store.get(key) : undefined;
      const result = await (known ?? compute(input, options));
      store.set(key, Promise.resolve(result));
      return result;
    } finally {
      waiting--;
    }
  };
}

const IDLE_MS = 50;
const BURN_MS = 15;

/** Computes for most of the time in which no request comes, and so takes it from whoever is measured then. */
export function burnWhileIdle(): void {
  let askedAt = performance.now();
  subscribe('http.server.request.start', () => {
    askedAt = performance.now();
  });
  setInterval(() => {
    const began = performance.now();
    if (began - askedAt > IDLE_MS) while (performance.now() - began < BURN_MS);
  }, IDLE_MS / 2).unref();
}

/** Sends each right answer twice, if the service gives its whole body to `end`. */
export function answerTwice(): void {
  subscribe('http.server.request.start', (message) => {
    const { response, socket } = message as { readonly response: ServerResponse; readonly socket: Socket };
    let body = Buffer.alloc(0);
    const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
    response.end = (...args: unknown[]) => {
      const [chunk] = args;
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) body = Buffer.from(chunk);
      return end(...args);
    };
    response.once('finish', () => {
      if (response.statusCode !== 200 || socket.destroyed) return;
      const headers = Object.entries(response.getHeaders()).map(([name, value]) => `${name}: ${value}`);
      socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${headers.join('\r\n')}\r\n\r\n`), body]));
    });
  });
}

const LAST_REQUEST = 100;

/** Ends this process after some requests, if it is the first one of a run, whose folder of temporary files is its own. */
export function dieOnce(): void {
  const trace = join(tmpdir(), 'planted-dies');
  if (existsSync(trace)) return;
  writeFileSync(trace, '');
  let requests = 0;
  subscribe('http.server.request.start', () => {
    if (++requests === LAST_REQUEST) process.exit(1);
  });
}

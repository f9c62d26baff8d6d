import { createServer, type ServerResponse } from 'node:http';
import { threadId } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Range } from './part.ts';

const { HOST = '127.0.0.1', PORT = '3000', WORKERS = '2' } = process.env;
const PARTS = 4;
const pool = new Piscina<Range, number[]>({
  filename: new URL('./part.ts', import.meta.url).href,
  minThreads: Number(WORKERS),
  maxThreads: Number(WORKERS),
  idleTimeout: Number.POSITIVE_INFINITY,
});

/** Returns the ranges of the parts of a task. A number costs about its square root, so a part near the end is shorter. */
function rangesOf(upTo: number): Range[] {
  const bounds = Array.from({ length: PARTS + 1 }, (_, part) => Math.round(upTo * (part / PARTS) ** (2 / 3)));
  return bounds.slice(1).map((to, part) => ({ above: bounds[part] ?? 0, to }));
}

/** Computes a task on all cores: a request alone is faster, and several requests wait for each other's parts. */
async function primes(upTo: number, isListed: boolean) {
  const start = performance.now();
  const found = (await Promise.all(rangesOf(upTo).map((range) => pool.run(range)))).flat();
  return {
    answer: {
      upTo,
      count: found.length,
      largest: found.at(-1) ?? 0,
      ...(isListed && { primes: found }),
    },
    timing: `task;dur=${performance.now() - start}, worker;desc="${process.pid}/${threadId}"`,
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
  if (['/hello', '/healthz', '/readyz'].includes(pathname)) return send(response, 200, { status: 'ok' });
  if (pathname !== '/primes') return send(response, 404, { status: 404 });
  const upTo = Number(searchParams.get('upTo') || Number.NaN);
  if (!Number.isInteger(upTo) || upTo < 1 || upTo > 10_000_000)
    return send(response, 400, { status: 400, parameter: 'upTo', accepted: 'an integer from 1 to 10000000' });
  const { answer, timing } = await primes(upTo, searchParams.get('list') === 'true');
  send(response.setHeader('Server-Timing', timing), 200, answer);
});
server.listen(Number(PORT), HOST);
process.on('SIGTERM', () => {
  server.close(() => pool.destroy().then(() => process.exit(0)));
});

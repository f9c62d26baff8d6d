import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

// A service without knowledge of the bench. PORT=4001 node server.ts; TASK_MS is the computing time of a request.
const { PORT = '0', TASK_MS = '2', WRONG_FROM = 'Infinity' } = process.env;

/** Blocks the event loop for a time, as a computation does. */
function compute(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

let orders = 0;
const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const route = `${request.method} ${pathname}`;
  const body = await text(request);
  if (route === 'GET /healthz') return response.end('ok');
  compute(Number(TASK_MS));
  if (route === 'GET /price')
    return response.end(JSON.stringify({ cents: Number(searchParams.get('of')) * 119 }));
  if (route === 'POST /orders') {
    if (request.headers.authorization !== 'Bearer a-token') return response.writeHead(401).end();
    const { items } = JSON.parse(body) as { items: readonly string[] };
    // A defect that appears late: from this order on, the last item is missing.
    const confirmed = ++orders >= Number(WRONG_FROM) ? items.slice(0, -1) : items;
    const headers = { 'content-type': 'application/json' };
    return response.writeHead(201, headers).end(JSON.stringify({ confirmed }));
  }
  return response.writeHead(404).end('there is no such thing');
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers everything at once and does nothing, so that the generator limits every load against it. */
const body = '{}';
const server = createServer({ keepAliveTimeout: 60_000 }, (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit(0));

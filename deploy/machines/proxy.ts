import { createServer } from 'node:http';
import { connect } from 'node:net';
import { pipeline } from 'node:stream';

/** Serves CONNECT and plain requests to other machines; a request to a loopback address is a fault, and is refused. */
const LOOPBACK = /^(localhost|127\.|\[::1\])/;

const proxy = createServer(async (request, response) => {
  const url = new URL(request.url ?? '');
  if (LOOPBACK.test(url.host)) {
    console.log(`the proxy refused: ${url.host}`);
    response.writeHead(502).end();
    return;
  }
  const answer = await fetch(url).catch(() => undefined);
  response.writeHead(answer?.status ?? 502);
  response.end(answer && Buffer.from(await answer.arrayBuffer()));
});
proxy.on('connect', (request, socket) => {
  const target = request.url ?? '';
  if (LOOPBACK.test(target)) {
    console.log(`the proxy refused: ${target}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    return;
  }
  const [host = '', port = '443'] = target.split(':');
  const out = connect(Number(port), host, () => {
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    pipeline(socket, out, socket, () => {}); // either end may hang up
  });
  out.on('error', () => socket.destroy());
});
proxy.listen(Number(process.argv[2]), '127.0.0.1');
// It ends with its parent.
process.stdin.on('end', () => process.exit()).resume();

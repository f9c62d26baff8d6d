import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { ServiceContext } from '@cpu-bound/service/run/context';
import { z } from 'zod';

export const tuning = {
  /** The path of nginx. */
  NGINX_PROGRAM: z.string().default('nginx'),
  /** The ports of the single processes, which main.ts passes to front.ts. */
  SINGLE_PORTS: z.string().default(''),
};

/** Finds free ports of the loopback interface. All are held at once, so that none is returned twice. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

const KEEP_ALIVE = 256;
const TIMEOUT_GRACE_S = 5;

/**
 * Configures nginx as a balancer of single processes: least connections, kept open on both sides. Its documentation
 * shows the other settings for an upstream with keep-alive.
 * Its files are in the folder that `-p` names.
 */
export function nginxConf(
  { HOST, PORT, MAX_BODY_BYTES, REQUEST_TIMEOUT_MS, DRAIN_TIMEOUT_MS }: ServiceContext['config'],
  ports: readonly number[],
): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes auto;
worker_shutdown_timeout ${Math.ceil(DRAIN_TIMEOUT_MS / 2)}ms;
pid nginx.pid;
events { worker_connections 16384; }
http {
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${name};`).join('\n')}
  keepalive_requests 1000000;
  upstream singles {
    zone singles 64k;
    least_conn;
${ports.map((port) => `    server 127.0.0.1:${port} fail_timeout=1s;`).join('\n')}
    keepalive ${KEEP_ALIVE};
    keepalive_requests 1000000;
  }
  server {
    listen ${HOST}:${PORT} backlog=4096;
    client_max_body_size ${MAX_BODY_BYTES};
    location / {
      proxy_pass http://singles;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      # The client's own headers are dropped, since no proxy is in front of this nginx.
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Host $host;
      proxy_set_header X-Forwarded-Proto $scheme;
      # A retry of a request that ends its process would end the next process, too.
      proxy_next_upstream off;
      proxy_read_timeout ${Math.ceil(REQUEST_TIMEOUT_MS / 1000) + TIMEOUT_GRACE_S}s;
    }
  }
}
`;
}

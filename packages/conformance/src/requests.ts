import { Agent, request } from 'node:http';

export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

/** One request on a connection of its own, any method; `fetch` would normalise what these tests send. */
export function send(
  origin: string,
  path: string,
  method = 'GET',
  headers: Record<string, string> = {},
  agent: Agent | false = false,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { method, headers, agent }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject).end();
  });
}

export const json = (reply: Reply) => JSON.parse(reply.body);

/**
 * Connections that a service has accepted already, as those of a balancer are. A new one reaches a fork of a cluster
 * only when its event loop turns, once for each.
 */
export async function warmConnections(origin: string, count: number): Promise<Agent> {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  // Held open until all are there, so that none serves twice.
  await Promise.all(Array.from({ length: count }, () => send(origin, '/hello', 'GET', {}, agent)));
  return agent;
}

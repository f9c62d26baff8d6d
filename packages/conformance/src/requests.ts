import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

/** Sends a request on a connection of its own. `fetch` would normalise the path. */
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

/** The test waits this many times for a second worker, which a busy machine may not have run yet. */
const PAUSES = 40;
const PAUSE_MS = 25;

/**
 * Sends small tasks, two at a time, until two workers have answered, if there are two. A process that counts only its
 * own requests would have the right count if it answered all.
 *
 * @returns the number of requests; each was answered with 200
 */
export async function sendUntilTwoAnswer(origin: string): Promise<number> {
  const workers = new Set<string>();
  const ask = async () => {
    const reply = await send(origin, '/primes?upTo=1000');
    assert.equal(reply.status, 200);
    workers.add(JSON.stringify(json(reply).worker));
  };
  let requests = 0;
  for (let pause = 0; workers.size < 2 && pause < PAUSES; pause++) {
    if (requests > 0) await sleep(PAUSE_MS);
    await Promise.all([ask(), ask()]);
    requests += 2;
  }
  return requests;
}

/**
 * Opens connections and waits until the service has accepted them, like those of a balancer. A fork of a cluster
 * accepts one new connection in each iteration of its event loop.
 */
export async function warmConnections(origin: string, count: number): Promise<Agent> {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  // All requests are sent at once, so that each has a connection of its own.
  await Promise.all(Array.from({ length: count }, () => send(origin, '/hello', 'GET', {}, agent)));
  return agent;
}

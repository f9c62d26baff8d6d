import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

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

/** How long a second worker is waited for, which a crowded machine may not have let run yet. */
const PAUSES = 40;
const PAUSE_MS = 25;

/**
 * Asks for a small task, two at a time, until two workers have answered, where there are two: whoever counts for
 * itself alone has the right number for as long as it answers all.
 *
 * @returns how many were asked; each was answered with 200
 */
export async function untilTwoAnswer(origin: string): Promise<number> {
  const workers = new Set<string>();
  const ask = async () => {
    const reply = await send(origin, '/primes?upTo=1000');
    assert.equal(reply.status, 200);
    workers.add(JSON.stringify(json(reply).worker));
  };
  let asked = 0;
  for (let pause = 0; workers.size < 2 && pause < PAUSES; pause++) {
    if (asked > 0) await sleep(PAUSE_MS);
    await Promise.all([ask(), ask()]);
    asked += 2;
  }
  return asked;
}

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

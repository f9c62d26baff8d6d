import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

export type Tally = { sent: number; longestMs: number; readonly answers: Record<string, number> };

/** Requests per second. The rate is low, because the test is about failures, not about throughput. */
const RATE = 15;
/** A request, by POST if it has a body, and some keys of its right answer. */
export type Task = {
  readonly path: string;
  readonly body?: unknown;
  readonly answer: Readonly<Record<string, unknown>>;
};
/** One of ten tasks is long, so that the ends meet requests that are being computed. */
export type Work = { readonly short: Task; readonly long: Task };
export const PRIMES: Work = {
  short: { path: '/primes?upTo=50000', answer: { count: 5_133 } },
  long: { path: '/primes?upTo=2000000', answer: { count: 148_933 } },
};
const PATIENCE_MS = 40_000;

/**
 * Sends requests at a constant rate (an open loop) until a promise settles, and waits for their answers. Every second
 * request has a connection of its own; the others use a few keep-alive connections.
 */
export async function load(origin: string, work: Work, until: Promise<unknown>): Promise<Tally> {
  const keepAlive = new Agent({ keepAlive: true, maxSockets: 8 });
  const fresh = new Agent({ keepAlive: false });
  const tally: Tally = { sent: 0, longestMs: 0, answers: {} };
  const open = new Set<Promise<void>>();
  let isOver = false;
  void until.finally(() => {
    isOver = true;
  });
  for (const start = performance.now(); !isOver; ) {
    const number = tally.sent++;
    const task = number % 10 === 9 ? work.long : work.short;
    const asked = ask(origin, task, number % 2 === 0 ? keepAlive : fresh, tally).finally(() =>
      open.delete(asked),
    );
    open.add(asked);
    await sleep(Math.max(0, start + (tally.sent * 1000) / RATE - performance.now()));
  }
  await Promise.all(open);
  keepAlive.destroy();
  return tally;
}

/** Counts the answer as `right`, or by its actual outcome. */
async function ask(origin: string, { path, body, answer }: Task, agent: Agent, tally: Tally): Promise<void> {
  const start = performance.now();
  const outcome = await new Promise<string>((resolve) => {
    const method = body === undefined ? 'GET' : 'POST';
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(`${origin}${path}`, { method, headers, agent, timeout: PATIENCE_MS });
    sent.once('response', async (response) => {
      try {
        const text = (await response.setEncoding('utf8').toArray()).join('');
        if (response.statusCode !== 200) return resolve(String(response.statusCode));
        resolve(isRight(JSON.parse(text), answer) ? 'right' : `wrong: ${text}`);
      } catch (error) {
        resolve(`cut off: ${(error as Error).message}`);
      }
    });
    sent.once('timeout', () => sent.destroy(new Error(`no answer in ${PATIENCE_MS} ms`)));
    sent.once('error', (error) => resolve(error.message));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
  tally.longestMs = Math.max(tally.longestMs, performance.now() - start);
  tally.answers[outcome] = (tally.answers[outcome] ?? 0) + 1;
}

const isRight = (got: Record<string, unknown>, answer: Task['answer']): boolean =>
  Object.entries(answer).every(([key, value]) => isDeepStrictEqual(got[key], value));

/** Counts the requests without a right answer, and describes their outcomes in a line. */
export function failuresIn({ sent, answers, longestMs }: Tally): { failed: number; summary: string } {
  const failed = sent - (answers.right ?? 0);
  const each = Object.entries(answers).map(([outcome, count]) => `${count} × ${outcome}`);
  const longest = `the longest took ${Math.round(longestMs)} ms`;
  return { failed, summary: `${sent} requests, ${failed} failed (${each.join(', ')}), ${longest}` };
}

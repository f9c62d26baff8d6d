import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type Tally = { sent: number; longestMs: number; readonly answers: Record<string, number> };

/** Requests per second. The rate is low, because the test is about failures, not about throughput. */
const RATE = 15;
type Task = { readonly upTo: number; readonly count: number };
/** One of ten tasks is long, so that the stop of a process meets running tasks. */
const SHORT: Task = { upTo: 50_000, count: 5_133 };
const LONG: Task = { upTo: 2_000_000, count: 148_933 };
const PATIENCE_MS = 40_000;

/**
 * Sends requests at a constant rate (an open loop) until a promise settles, and waits for their answers. Every second
 * request has a connection of its own; the others use a few keep-alive connections.
 */
export async function load(origin: string, until: Promise<unknown>): Promise<Tally> {
  const keptAlive = new Agent({ keepAlive: true, maxSockets: 8 });
  const fresh = new Agent({ keepAlive: false });
  const tally: Tally = { sent: 0, longestMs: 0, answers: {} };
  const open = new Set<Promise<void>>();
  let isOver = false;
  void until.finally(() => {
    isOver = true;
  });
  for (const start = performance.now(); !isOver; ) {
    const number = tally.sent++;
    const task = number % 10 === 9 ? LONG : SHORT;
    const request = ask(origin, task, number % 2 === 0 ? keptAlive : fresh, tally).finally(() =>
      open.delete(request),
    );
    open.add(request);
    await sleep(Math.max(0, start + (tally.sent * 1000) / RATE - performance.now()));
  }
  await Promise.all(open);
  keptAlive.destroy();
  return tally;
}

/** Sends a request, and counts its answer as `right`, or by its failure. */
async function ask(origin: string, { upTo, count }: Task, agent: Agent, tally: Tally): Promise<void> {
  const start = performance.now();
  const outcome = await new Promise<string>((resolve) => {
    const url = `${origin}/primes?upTo=${upTo}`;
    const request = get(url, { agent, timeout: PATIENCE_MS }, async (response) => {
      try {
        const body = (await response.setEncoding('utf8').toArray()).join('');
        if (response.statusCode !== 200) return resolve(String(response.statusCode));
        resolve(JSON.parse(body).count === count ? 'right' : `wrong: ${body}`);
      } catch (error) {
        resolve(`cut off: ${(error as Error).message}`);
      }
    });
    request.once('timeout', () => request.destroy(new Error(`no answer in ${PATIENCE_MS} ms`)));
    request.once('error', (error) => resolve(error.message));
  });
  tally.longestMs = Math.max(tally.longestMs, performance.now() - start);
  tally.answers[outcome] = (tally.answers[outcome] ?? 0) + 1;
}

/** Counts the requests without a right answer, and describes them in a line. */
export function failuresIn({ sent, answers, longestMs }: Tally): { failed: number; summary: string } {
  const failed = sent - (answers.right ?? 0);
  const each = Object.entries(answers).map(([outcome, count]) => `${count} × ${outcome}`);
  const longest = `the longest took ${Math.round(longestMs)} ms`;
  return { failed, summary: `${sent} requests, ${failed} failed (${each.join(', ')}), ${longest}` };
}

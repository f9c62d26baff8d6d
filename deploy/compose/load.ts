import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type Tally = { sent: number; longestMs: number; readonly answers: Map<string, number> };

/** Per second; low, since it is about each single request and not about how many there can be. */
const RATE = 15;
/** Of ten tasks one is long, so that the ends meet requests that are being computed. */
const [SHORT, LONG] = [50_000, 2_000_000];
const PATIENCE_MS = 40_000;

/**
 * Sends requests at a constant rate, whatever becomes of those before (an open loop), until told to stop; then waits for
 * the rest. Every second one comes over a connection of its own, the others share a few that are kept.
 */
export async function load(port: number, until: Promise<unknown>): Promise<Tally> {
  const kept = new Agent({ keepAlive: true, maxSockets: 8 });
  const fresh = new Agent({ keepAlive: false });
  const tally: Tally = { sent: 0, longestMs: 0, answers: new Map() };
  const open = new Set<Promise<void>>();
  let isOver = false;
  void until.finally(() => {
    isOver = true;
  });
  for (const start = performance.now(); !isOver; ) {
    const number = tally.sent++;
    const upTo = number % 10 === 9 ? LONG : SHORT;
    const url = `http://127.0.0.1:${port}/primes?upTo=${upTo}`;
    const request = ask(url, number % 2 === 0 ? kept : fresh, tally).finally(() => open.delete(request));
    open.add(request);
    await sleep(Math.max(0, start + (tally.sent * 1000) / RATE - performance.now()));
  }
  await Promise.all(open);
  kept.destroy();
  return tally;
}

/** Counts the answer by its status, or by what came instead of one. */
async function ask(url: string, agent: Agent, tally: Tally): Promise<void> {
  const start = performance.now();
  const outcome = await new Promise<string>((resolve) => {
    const request = get(url, { agent, timeout: PATIENCE_MS }, (response) => {
      response.resume();
      response.once('end', () => resolve(String(response.statusCode)));
      response.once('error', (error) => resolve(`cut off: ${error.message}`));
    });
    request.once('timeout', () => request.destroy(new Error(`no answer in ${PATIENCE_MS} ms`)));
    request.once('error', (error) => resolve(error.message));
  });
  tally.longestMs = Math.max(tally.longestMs, performance.now() - start);
  tally.answers.set(outcome, (tally.answers.get(outcome) ?? 0) + 1);
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Milliseconds } from '../model.ts';
import { ContestantFailure } from './contestant-failure.ts';

const POLL_MS = 15;

/** A connection that the bench keeps open would hold up the contestant's shutdown. */
export const oneOff = { Connection: 'close' };

/** Undefined where nothing answers within a second. */
export async function readyStatus(origin: string): Promise<number | undefined> {
  try {
    const response = await fetch(`${origin}/readyz`, { headers: oneOff, signal: AbortSignal.timeout(1_000) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}

/** @throws ContestantFailure where it is not ready within that time */
export async function untilReady(
  origin: string,
  withinMs: Milliseconds,
  signal: AbortSignal,
  log: () => readonly string[],
): Promise<void> {
  const deadline = performance.now() + withinMs;
  let last = 'no answer';
  while (performance.now() < deadline) {
    signal.throwIfAborted();
    const status = await readyStatus(origin);
    if (status === 200) return;
    if (status !== undefined) last = `status ${status}`;
    await sleep(POLL_MS);
  }
  throw new ContestantFailure(
    'not-ready',
    `GET /readyz did not answer 200 within ${withinMs / 1000} s (last: ${last})`,
    log(),
  );
}

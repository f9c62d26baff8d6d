import { setTimeout as sleep } from 'node:timers/promises';
import type { FailureReason, Milliseconds } from '../model.ts';

/** A contestant failed, for one of the model's reasons; the log has its last lines. */
export class ContestantFailure extends Error {
  override readonly name = 'ContestantFailure';
  readonly reason: FailureReason;
  readonly log: readonly string[];
  constructor(reason: FailureReason, message: string, log: readonly string[] = []) {
    super(message);
    this.reason = reason;
    this.log = log;
  }
}

/** A service that starts is asked again after so long. */
export const POLL_MS: Milliseconds = 15;

/** Closes each connection at once, because an open one would hold up the contestant's shutdown. */
export const oneOff = { Connection: 'close' };

/** The answer of a service to `/readyz`. */
export type Readiness = { readonly isReady: boolean; readonly status: number | undefined };

/**
 * Asks a service once whether it is ready, and waits for a second.
 *
 * @param light the path that is asked instead of `/readyz`; a service with another contract is ready if it answers
 *   that path
 */
export async function readinessOf(origin: string, light?: string): Promise<Readiness> {
  try {
    const response = await fetch(`${origin}${light ?? '/readyz'}`, {
      headers: oneOff,
      redirect: 'manual',
      signal: AbortSignal.timeout(1_000),
    });
    await response.arrayBuffer();
    const { status } = response;
    return { status, isReady: light === undefined ? status === 200 : status < 500 };
  } catch {
    return { status: undefined, isReady: false };
  }
}

/** Describes the request and the expected answer, for messages. */
export const wasAsked = (light?: string): string =>
  light === undefined
    ? 'GET /readyz did not answer 200'
    : `GET ${light} did not answer with a status below 500`;

/** Waits until a service is ready. @throws ContestantFailure if it is not ready within that time */
export async function untilReady(
  origin: string,
  withinMs: Milliseconds,
  signal: AbortSignal,
  log: () => readonly string[],
  light?: string,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  let last = 'no answer';
  while (performance.now() < deadline) {
    signal.throwIfAborted();
    const { isReady, status } = await readinessOf(origin, light);
    if (isReady) return;
    if (status !== undefined) last = `status ${status}`;
    await sleep(POLL_MS);
  }
  throw new ContestantFailure(
    'not-ready',
    `${wasAsked(light)} within ${withinMs / 1000} s (last: ${last})`,
    log(),
  );
}

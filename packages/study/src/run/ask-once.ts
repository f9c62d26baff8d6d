import { oneOff } from '@cpu-bound/measure/host/readiness';
import { headOf } from '@cpu-bound/measure/load/known-answer';
import {
  type CompleteAnswer,
  exchangesBy,
  type SentRequest,
  type Verification,
  verifyBy,
} from '@cpu-bound/measure/load/verifier';
import type { KnownWorkload } from '@cpu-bound/measure/own/known';
import type { Query } from '@cpu-bound/workload';

/** Sends a request to a service once, on a connection of its own. */
export async function askOnce(
  origin: string,
  { method, path, headers, body }: SentRequest,
  signal: AbortSignal,
): Promise<CompleteAnswer> {
  const sent = body ? { body: Buffer.from(body) } : {};
  const response = await fetch(`${origin}${path}`, {
    method,
    ...sent,
    headers: { ...oneOff, ...headers },
    signal,
  });
  const head = headOf(response.status, (name) => response.headers.get(name) ?? undefined);
  return { ...head, body: Buffer.from(await response.arrayBuffer()) };
}

/**
 * Asks once for each query that a load sends in place of this one.
 *
 * @returns the first answer that is wrong, with the reason; undefined if all are right
 */
export async function wrongAnswer(
  origin: string,
  workload: KnownWorkload,
  query: Query,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const { verifier, ...request } of await exchangesBy(workload, query)) {
    const answer = await askOnce(origin, request, signal);
    const verification = await judged(verifyBy(verifier, answer));
    if (verification.outcome === 'ok') continue;
    return `${request.path}: ${verification.outcome === 'wrong' ? verification.why : `status ${answer.status}`}`;
  }
  return undefined;
}

/** Waits for the oracle, which may be in another process. */
const judged = async (verification: Verification): Promise<Verification> =>
  (verification.outcome === 'ok' && verification.later) || verification;

import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RemoteContestant } from '../../contestants/manifest.ts';
import type { Milliseconds } from '../../model.ts';
import { ContestantFailure } from '../contestant-failure.ts';
import { readinessOf, wasAsked } from '../readiness.ts';

/** A service that accepts no connection for this long is lost: a restart is short, an outage not measured. */
const AWAY_MS: Milliseconds = 5_000;
/** A service that accepts connections may be busy for this long, with a backlog of large tasks. */
const BUSY_MS: Milliseconds = 60_000;
const CONNECT_WITHIN_MS: Milliseconds = 1_000;
const POLL_MS: Milliseconds = 50;

/**
 * Waits until a service elsewhere is ready.
 *
 * @throws ContestantFailure, `lost`, if it accepts no connection any more, or accepts them and does not get ready
 */
export async function untilThere(
  { origin, id, light }: Pick<RemoteContestant, 'origin' | 'id' | 'light'>,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  let seenAt = began;
  let last = 'no answer';
  for (;;) {
    signal.throwIfAborted();
    const { isReady, status } = await readinessOf(origin, light);
    if (isReady) return;
    if (status !== undefined) last = `status ${status}`;
    const now = performance.now();
    if (status !== undefined || (await acceptsConnections(origin))) seenAt = now;
    else last = 'no connection';
    if (now - seenAt > AWAY_MS || now - began > BUSY_MS)
      throw new ContestantFailure('lost', `${id} at ${origin}: ${wasAsked(light)} (${last})`);
    await sleep(POLL_MS);
  }
}

/** Tries to connect. A process whose loop is busy still gets connections, because its system accepts them. */
async function acceptsConnections(origin: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_WITHIN_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

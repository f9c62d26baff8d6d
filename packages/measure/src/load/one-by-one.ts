import { setTimeout as sleep } from 'node:timers/promises';
import type { Milliseconds } from '../model.ts';

/** Afterwards, as on a slow network, all connections that are left are opened at once. */
const ONE_BY_ONE_MS: Milliseconds = 500;

/**
 * Opens connections one after another, as clients come, and waits until all have an answer. A cluster's primary gives a
 * connection to a worker that has accepted its last one: when fifty were opened at one instant, one of two workers got up
 * to 98 % of them (docs/adr/0013).
 *
 * @param open opens the connection of this number, and resolves when its first request has an answer
 * @throws the error of the first connection that failed
 */
export async function openOneByOne(
  count: number,
  open: (index: number) => Promise<void>,
  oneByOneMs = ONE_BY_ONE_MS,
): Promise<void> {
  const opened: Promise<void>[] = [];
  const patience = new AbortController();
  const longEnough = sleep(oneByOneMs, undefined, { signal: patience.signal }).catch(() => {});
  for (let index = 0; index < count; index++) {
    const answered = open(index);
    opened.push(answered);
    // The wait for all of them below throws a rejection.
    await Promise.race([answered.catch(() => {}), longEnough]);
  }
  patience.abort();
  await Promise.all(opened);
}

import type { Queue } from 'bullmq';

/** How many workers serve the queue, wherever they run. */
export type Fleet = { readonly workers: number; stop(): void };

const EVERY_MS = 1_000;
/** As BullMQ names the only client that it finds where CLIENT LIST is unknown. */
const NOT_TOLD = /does not support client list/;

/**
 * Asks Redis who is connected, as BullMQ's workers have names there. A Redis that does not tell (some managed ones
 * forbid CLIENT LIST) counts as having endlessly many, so that nothing is held back.
 *
 * @param known workers that are there whatever Redis says: those that this process has started
 */
export async function countFleet(queue: Queue, known: () => number): Promise<Fleet> {
  let found = 0;
  async function look(): Promise<void> {
    found = await queue.getWorkers().then(
      (clients) =>
        clients.some(({ name = '' }) => NOT_TOLD.test(name)) ? Number.POSITIVE_INFINITY : clients.length,
      () => Number.POSITIVE_INFINITY,
    );
  }
  await look();
  const timer = setInterval(look, EVERY_MS);
  return {
    get workers() {
      return Math.max(found, known());
    },
    stop: () => clearInterval(timer),
  };
}

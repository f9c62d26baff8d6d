import type { ChildProcess } from 'node:child_process';
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';

/** As Node's primary deals a connection to a fork, which acknowledges it by `seq` before it reads from it. */
type Deal = {
  readonly message: { readonly cmd: string; readonly act?: string; readonly seq: number };
  readonly connection: { close(): void };
};

const DRAIN_LOOK_MS = 5;

/**
 * Lets no connection hang that was on its way to a fork when the fork died; a fork has at most one. Node keeps such
 * a connection open for an acknowledgement that cannot come any more (compare nodejs/node#21746), and its client
 * would wait for an answer that never comes. Here another fork gets it, or it is closed where none serves.
 */
export function rescueConnections(): void {
  const serving = new Set<Worker>();
  cluster.on('listening', (fork) => serving.add(fork));
  cluster.on('fork', (fork) => {
    const lastDeal = watchDeals(fork.process);
    fork.once('exit', async () => {
      serving.delete(fork);
      // What it said last may still be on its way, an acknowledgement among it.
      while (fork.isConnected()) await sleep(DRAIN_LOOK_MS);
      const deal = lastDeal();
      if (!deal) return;
      // Node, too, waits for the acknowledgement with this event, and would go on dealing to the dead.
      fork.process.emit('disconnect');
      const { cmd, seq } = deal.message;
      // The answer of a fork that does not accept any more; of no effect where it did acknowledge.
      if ([...serving].some((other) => !other.isDead()))
        fork.process.emit('internalMessage', { cmd, ack: seq, accepted: false });
      else deal.connection.close();
    });
  });
}

/** The last one at each time. There is no event for it: Node deals by the `send` of the process. */
function watchDeals(child: ChildProcess): () => Deal | undefined {
  let last: Deal | undefined;
  const send = child.send.bind(child) as (...parameters: unknown[]) => boolean;
  child.send = (message: unknown, connection?: unknown, ...rest: unknown[]) => {
    if ((message as Deal['message']).act === 'newconn') last = { message, connection } as Deal;
    return send(message, connection, ...rest);
  };
  return () => last;
}

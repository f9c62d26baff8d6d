import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Setting } from './prepare.ts';
import { createRespawnPolicy } from './respawn.ts';

/** What parent and child say to each other. `all-up` tells a child that its siblings serve too. */
export type FamilyMessage = 'up' | 'all-up' | 'stop';

export type Supervision = {
  /** How many children have said that they are up and are alive. */
  readonly up: number;
};

export type SuperviseOptions = {
  readonly what: string;
  readonly count: number;
  readonly start: () => ChildProcess;
};

/**
 * Keeps `count` children running: replaces one that ends (see `createRespawnPolicy`), and on the way down
 * asks each to stop and waits for it. A child learns of its parent's death by its IPC channel closing.
 */
export function supervise(
  { log, lifecycle }: Setting,
  { what, count, start }: SuperviseOptions,
): Supervision {
  const children = new Map<ChildProcess, Promise<void>>();
  const up = new Set<ChildProcess>();

  function launch(afterDeath = createRespawnPolicy()): void {
    const bornAt = performance.now();
    const child = start();
    const { promise: exited, resolve } = Promise.withResolvers<void>();
    children.set(child, exited);
    child.on('message', (message) => {
      if (message !== 'up') return;
      up.add(child);
      if (up.size === count)
        for (const sibling of up) sibling.send('all-up' satisfies FamilyMessage, () => {});
    });
    const gone = async (how: object): Promise<void> => {
      if (!children.delete(child)) return;
      up.delete(child);
      resolve();
      if (lifecycle.stopping) return;
      const livedMs = Math.round(performance.now() - bornAt);
      const decision = afterDeath(livedMs);
      log.warn({ child: { pid: child.pid, ...how }, what, livedMs, decision }, 'a child ended unexpectedly');
      if (decision === 'give-up') return void lifecycle.stop(`the ${what} end as soon as they start`, 1);
      await sleep(decision.delayMs);
      if (!lifecycle.stopping) launch(afterDeath);
    };
    child.on('error', (err) => {
      log.error({ err, what }, 'a child could not be started, or a message not sent to it');
      if (child.pid === undefined) void gone({ err }); // one that never started does not exit either
    });
    child.once('exit', (code, signal) => void gone({ code, signal }));
  }

  lifecycle.onStop(what, async () => {
    for (const child of children.keys()) child.send('stop' satisfies FamilyMessage, () => {});
    await Promise.all(children.values());
  });
  // One that is kept by an endless task hears neither `stop` nor that its parent is gone.
  process.once('exit', () => {
    for (const child of children.keys()) child.kill('SIGKILL');
  });
  for (let started = 0; started < count; started++) launch();
  return {
    get up() {
      return up.size;
    },
  };
}

/** The child's side: says that it is up, and resolves `siblings` when all are. */
export function reportUp(): { readonly siblings: Promise<void> } {
  const { promise: siblings, resolve } = Promise.withResolvers<void>();
  process.on('message', (message) => {
    if (message === 'all-up') resolve();
  });
  process.send?.('up' satisfies FamilyMessage);
  return { siblings };
}

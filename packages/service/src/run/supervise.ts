import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from './context.ts';
import { SIGNALS, type StopWhen } from './stop.ts';

/** The environment with which this process started. */
const atStart = { ...process.env };

/**
 * Makes the environment of a child process: that with which this process started. A workload's module may have read a
 * `.env` since, whose PORT or MAX_PENDING would configure the child. Node.js passes on no variable that is undefined.
 */
export const startEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined])),
  ...atStart,
});

/** Messages between parent and child. `all-up` means that all siblings serve. */
export type FamilyMessage = 'up' | 'all-up' | 'stop';

export type Supervision = {
  /** The number of living children that have reported `up`. */
  readonly up: number;
};

export type SuperviseOptions = {
  readonly what: string;
  readonly count: number;
  /** Starts a child with this environment. */
  readonly start: (env: NodeJS.ProcessEnv) => ChildProcess;
};

/** A child that ends within this time has failed at its start. */
const EARLY_MS = 2_000;
const FIRST_DELAY_MS = 50;
/** More early ends in a row than this end the service, which would restart children for ever. */
const CRASH_LOOP = 8;

/**
 * Keeps `count` children running: it replaces one that ends, after a delay that doubles with each early end. At the stop
 * of the service it sends `stop` to each child and waits for it. A child that does not exit with 0 then may have lost
 * requests, so the service exits with 1. One that is still starting has none: a signal ends it, because it reads no message
 * before the end of its imports, which may take as long as the stop on a busy machine. A child notices its parent's end by
 * its IPC channel.
 */
export function supervise(
  { log, lifecycle }: ServiceContext,
  { what, count, start }: SuperviseOptions,
): Supervision {
  const children = new Map<ChildProcess, Promise<void>>();
  const up = new Set<ChildProcess>();
  const failed: object[] = [];

  function launch(earlyEnds = 0): void {
    const bornAt = performance.now();
    const child = start(startEnvironment());
    const { promise: exited, resolve } = Promise.withResolvers<void>();
    children.set(child, exited);
    child.on('message', (message) => {
      if (message !== 'up') return;
      up.add(child);
      if (up.size === count)
        for (const sibling of up) sibling.send('all-up' satisfies FamilyMessage, () => {});
    });
    const gone = async (how: object, isOrderly = false): Promise<void> => {
      if (!children.delete(child)) return;
      const wasUp = up.delete(child);
      resolve();
      if (lifecycle.stopping) return void (isOrderly || !wasUp || failed.push(how));
      const livedMs = Math.round(performance.now() - bornAt);
      log.warn({ child: { pid: child.pid, ...how }, what, livedMs }, 'a child ended unexpectedly');
      const early = livedMs < EARLY_MS ? earlyEnds + 1 : 0;
      if (early > CRASH_LOOP) return void lifecycle.stop(`the ${what} end as soon as they start`, 1);
      if (early > 1) await sleep(FIRST_DELAY_MS * 2 ** (early - 2));
      if (!lifecycle.stopping) launch(early);
    };
    child.on('error', (err) => {
      log.error({ err, what }, 'a child could not be started, or a message not sent to it');
      if (child.pid === undefined) void gone({ err }); // a child that never started emits no exit
    });
    child.once('exit', (code, signal) => void gone({ code, signal }, code === 0));
  }

  lifecycle.onStop(what, async () => {
    for (const child of children.keys()) {
      child.send('stop' satisfies FamilyMessage, () => {});
      if (!up.has(child)) child.kill();
    }
    await Promise.all(children.values());
    if (failed.length > 0) throw new Error(`${what} that did not end in order: ${JSON.stringify(failed)}`);
  });
  // A child with an endless task does not read `stop`.
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

/**
 * Stops a child at the message of its parent, and ends it with the parent. The child ignores signals: Ctrl-C reaches the
 * process group at once, and the parent's accepted requests still need the child.
 */
export const atParentsMessage: StopWhen = (stop) => {
  for (const signal of SIGNALS) process.on(signal, () => {});
  process.on('message', (message) => message === 'stop' && stop('message of the parent'));
  process.on('disconnect', () => process.exit(1));
};

/** Reports to the parent that this child is up. `siblings` resolves when all children are. */
export function reportUp(): { readonly siblings: Promise<void> } {
  const { promise: siblings, resolve } = Promise.withResolvers<void>();
  process.on('message', (message) => {
    if (message === 'all-up') resolve();
  });
  process.send?.('up' satisfies FamilyMessage);
  return { siblings };
}

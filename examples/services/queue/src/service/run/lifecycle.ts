import type { Logger } from 'pino';
import { createClosing } from './closing.js';
import type { Lifecycle } from './context.js';
import { endsInOrder } from './early-stop.js';

/** The process exits this long after the drain timeout, even if a closer hangs. */
export const GRACE_MS = 2_000;

/**
 * Ends the process in order: at SIGTERM and SIGINT, or, in a supervised child, at the parent's message or end. A child
 * ignores the signals: Ctrl-C reaches the process group at once, and the parent's accepted requests still need the child.
 */
export function createLifecycle(log: Logger, drainTimeoutMs: number, supervised = false): Lifecycle {
  const closing = createClosing(log);
  let stopping = false;
  let stopped: Promise<never> | undefined;

  async function closeAll(reason: string, code: number): Promise<never> {
    log.info({ reason }, 'stopping');
    const overdue = setTimeout(() => {
      log.error({ closers: closing.unclosed }, 'closing took too long, exiting');
      process.exit(1);
    }, drainTimeoutMs + GRACE_MS);
    const inOrder = await closing.closeAll();
    clearTimeout(overdue);
    log.info('stopped');
    process.exit(inOrder ? code : 1);
  }

  const lifecycle: Lifecycle = {
    get stopping() {
      return stopping;
    },
    onStop: closing.onStop,
    stop: (reason, code = 0) => {
      stopping = true; // the first closer may read it
      stopped ??= closeAll(reason, code);
      return stopped;
    },
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!supervised) void lifecycle.stop(signal);
    });
  }
  endsInOrder();
  if (supervised) {
    process.on('message', (message) => message === 'stop' && void lifecycle.stop('message of the parent'));
    process.on('disconnect', () => process.exit(1));
  }
  return lifecycle;
}

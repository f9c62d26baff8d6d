import type { Logger } from 'pino';
import { endsInOrder } from './early-stop.js';

type Closer = { readonly name: string; readonly close: () => Promise<void> | void };

export type Lifecycle = {
  /** True from the first signal to stop. */
  readonly stopping: boolean;
  /** Registers a resource, which is closed in the reverse order of registration. */
  onStop(name: string, close: Closer['close']): void;
  /** Closes all resources and exits with `code`, or with 1 if one could not be closed. */
  stop(reason: string, code?: number): Promise<never>;
};

/** The process exits this long after the drain timeout, even if a closer hangs. */
export const GRACE_MS = 2_000;

/**
 * Ends the process in order: at SIGTERM and SIGINT, or, in a supervised child, at the parent's message or end. A child
 * ignores the signals: Ctrl-C reaches the process group at once, and the parent's accepted requests still need the child.
 */
export function createLifecycle(log: Logger, drainTimeoutMs: number, supervised = false): Lifecycle {
  const closers: Closer[] = [];
  let stopping = false;
  let stopped: Promise<never> | undefined;

  async function closeAll(reason: string, code: number): Promise<never> {
    log.info({ reason }, 'stopping');
    const overdue = setTimeout(() => {
      log.error({ closers: closers.map(({ name }) => name) }, 'closing took too long, exiting');
      process.exit(1);
    }, drainTimeoutMs + GRACE_MS);
    let failed = false;
    for (let closer = closers.pop(); closer; closer = closers.pop()) {
      try {
        await closer.close();
      } catch (err) {
        failed = true;
        log.error({ err, closer: closer.name }, 'could not close in order');
      }
    }
    clearTimeout(overdue);
    log.info('stopped');
    process.exit(failed ? 1 : code);
  }

  const lifecycle: Lifecycle = {
    get stopping() {
      return stopping;
    },
    onStop: (name, close) => void closers.push({ name, close }),
    stop: (reason, code = 0) => {
      stopping = true; // before the first closer, which may read it
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

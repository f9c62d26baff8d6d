import type { Logger } from 'pino';
import { createClosing } from './closing.ts';
import type { Lifecycle } from './context.ts';

export const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const exit = () => process.exit(0);

/**
 * Lets a signal end the process during its start, in which it has accepted no request. PID 1 of a container has no default
 * action for a signal, so without a listener it would ignore SIGTERM, and be killed later. A program calls this, and then
 * imports the rest of itself by `import()`: a static import runs only once its whole graph is loaded.
 */
export function exitAtSignals(): void {
  for (const signal of SIGNALS) process.on(signal, exit);
}

/** The process exits this long after the drain timeout, even if a closer hangs. */
export const GRACE_MS = 2_000;

/** Listens for the reasons to stop. It handles the signals, because without a listener they end the process at once. */
export type StopWhen = (stop: (reason: string) => void) => void;

export const atSignals: StopWhen = (stop) => {
  for (const signal of SIGNALS) process.on(signal, () => stop(signal));
};

/** Ends the process in order. */
export function createLifecycle(log: Logger, drainTimeoutMs: number, stopWhen: StopWhen): Lifecycle {
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
  stopWhen((reason) => void lifecycle.stop(reason));
  for (const signal of SIGNALS) process.off(signal, exit);
  return lifecycle;
}

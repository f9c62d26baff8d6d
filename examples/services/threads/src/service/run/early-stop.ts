/**
 * This module is imported before all others. PID 1 of a container has no default action for a signal: a process that
 * does not listen ignores SIGTERM, and is killed later. It has accepted no request yet, so it can exit at once.
 */
const exit = () => process.exit(0);
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
for (const signal of SIGNALS) process.on(signal, exit);

/** Removes the listeners, for code that handles the signals from now on. */
export function endsInOrder(): void {
  for (const signal of SIGNALS) process.off(signal, exit);
}

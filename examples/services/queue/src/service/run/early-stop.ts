/**
 * A program imports this module, and then the rest of itself by `import()`: a static import runs only once its whole graph
 * is loaded. PID 1 of a container has no default action for a signal, so without a listener it ignores SIGTERM, and is
 * killed later. During its start a process has accepted no request, so it can exit at once.
 */
const exit = () => process.exit(0);
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
for (const signal of SIGNALS) process.on(signal, exit);

/** Removes the listeners, for code that handles the signals from now on. */
export function endsInOrder(): void {
  for (const signal of SIGNALS) process.off(signal, exit);
}

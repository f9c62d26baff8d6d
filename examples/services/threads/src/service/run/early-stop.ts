/**
 * To be imported before anything else. PID 1 of a container has no default action for a signal: until the process
 * listens, SIGTERM is ignored, and the container is killed when its time is up. Nothing has been accepted yet.
 */
const exit = () => process.exit(0);
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
for (const signal of SIGNALS) process.on(signal, exit);

/** For code that listens from now on, and has work to finish first. */
export function endsInOrder(): void {
  for (const signal of SIGNALS) process.off(signal, exit);
}

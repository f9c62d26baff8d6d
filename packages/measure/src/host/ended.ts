import type { ChildProcess } from 'node:child_process';

/** Ends a process; resolves when it is gone. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

/** Ends a process, or all processes of a group by its negative number, unless it has ended by itself. */
export function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {} // it is gone
}

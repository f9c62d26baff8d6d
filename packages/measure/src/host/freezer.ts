import { familyIn, processTable } from './proc.ts';

/** Stops all processes of a service, and continues them. What has ended meanwhile is left out. */
export type Freezer = {
  /** Stopped processes use no CPU time. The system accepts and keeps what is sent to them. */
  stop(): void;
  go(): void;
};

/**
 * Returns the freezer of these processes and their descendants. It signals process groups, because a process that is
 * forked later is in the group of its parent. Processes in the group of the bench are signalled one by one.
 *
 * @param roots as `treesOf` finds them
 * @returns undefined where processes cannot be found (no /proc), or there is none
 */
export function freezerOf(roots: readonly number[]): Freezer | undefined {
  const table = processTable();
  if (!table) return undefined;
  const own = table.get(process.pid)?.group;
  const targets = new Set<number>();
  for (const pid of familyIn(table, roots)) {
    const { group } = table.get(pid) ?? {};
    if (group !== undefined) targets.add(group === own ? pid : -group);
  }
  if (targets.size === 0) return undefined;
  const signalled = (signal: 'SIGSTOP' | 'SIGCONT') => () => {
    for (const target of targets) {
      try {
        process.kill(target, signal);
      } catch {
        // It has ended: its service is found dead by those who watch it.
      }
    }
  };
  return { stop: signalled('SIGSTOP'), go: signalled('SIGCONT') };
}

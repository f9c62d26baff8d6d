import * as format from '@cpu-bound/study/format';
import type { Condition, Durability } from '@cpu-bound/study/model';

export const keeps: Readonly<Record<Durability, string>> = {
  off: 'append-only file off',
  everysec: 'append-only file, synced every second',
  always: 'append-only file, synced always',
  commit: 'PostgreSQL, synced with each commit',
};

/** Names a case: `a burst of 5,000`, with the way in which accepted jobs are persisted. */
export function caseOf({ setting }: Condition): string {
  const { fault, burst, persistence = 'off' } = setting;
  const many = burst?.toLocaleString('en-GB');
  const what =
    fault === 'redis-restart'
      ? 'Redis killed, back after a second'
      : fault === 'restart-all'
        ? `every process restarted with ${many} accepted`
        : burst !== undefined
          ? `a burst of ${many}`
          : format.load({ input: {}, setting });
  return `${what}; ${keeps[persistence]}`;
}

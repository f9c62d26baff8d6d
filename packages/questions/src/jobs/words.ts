import * as format from '@cpu-bound/study/format';
import type { Condition, Durability } from '@cpu-bound/study/model';

export const persistenceNames: Readonly<Record<Durability, string>> = {
  off: 'append-only file off',
  everysec: 'append-only file, synced every second',
  always: 'append-only file, synced always',
  commit: 'PostgreSQL, synced with each commit',
  own: 'its own store',
};

/** Names a case: `a burst of 5,000`, with the way in which accepted jobs are persisted. */
export function caseOf({ setting }: Condition): string {
  return `${arrivalsOf(setting)}; ${persistenceNames[setting.persistence ?? 'off']}`;
}

function arrivalsOf(setting: Condition['setting']): string {
  const { fault, burst } = setting;
  const jobs = burst?.toLocaleString('en-GB');
  if (fault === 'redis-restart') return 'Redis killed, back after a second';
  if (fault === 'restart-all') return `every process restarted with ${jobs} accepted`;
  return burst === undefined ? format.load({ input: {}, setting }) : `a burst of ${jobs}`;
}

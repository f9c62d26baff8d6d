import { setTimeout as sleep } from 'node:timers/promises';
import type { Milliseconds } from '../model.ts';
import { type Process, processOf, systemText } from './proc.ts';
import { untilAnswering } from './redis/redis.ts';

/** The scheduling policies of Linux by their numbers (`man 7 sched`). */
const POLICIES = ['SCHED_OTHER', 'SCHED_FIFO', 'SCHED_RR', 'SCHED_BATCH', 'SCHED_ISO', 'SCHED_IDLE'];

/** A process that is continued runs again within this time. */
const CONTINUED_WITHIN_MS: Milliseconds = 50;

/** The properties of a process that it or others can change, by their names in a sentence. */
const PROPERTIES: Readonly<Record<string, (pid: number, entry: Process) => string | undefined>> = {
  'nice value': (_pid, { nice }) => String(nice),
  'scheduling policy': (_pid, { policy }) => POLICIES[policy] ?? String(policy),
  'list of cores': (pid) => /^Cpus_allowed_list:\s*(.+)$/m.exec(systemText(`/proc/${pid}/status`))?.[1],
};

/**
 * Remembers the processes of a service as they are now. From here on the bench changes none of their properties. It stops
 * them in frames alone, and continues them before it asks.
 *
 * @returns a function that tells what happened to them or to their Redis; undefined if there is no sign of anything. A
 *   service may give itself another priority, so a change of it does not name who made it
 */
export function watchForHarm(pids: Iterable<number>, redisUrl?: string): () => Promise<string | undefined> {
  const entryOf = (pid: number) => processOf(String(pid));
  const before = [...pids].flatMap((pid) => {
    const entry = entryOf(pid);
    if (!entry) return [];
    const { began } = entry;
    return Object.entries(PROPERTIES).map(([name, read]) => ({
      pid,
      began,
      name,
      read,
      value: read(pid, entry),
    }));
  });
  const areStopped = () =>
    before.some(({ pid, began }) => {
      const entry = entryOf(pid);
      return entry?.began === began && entry.isStopped;
    });
  return async () => {
    for (const { pid, began, name, read, value } of before) {
      const entry = entryOf(pid);
      if (entry?.began !== began || entry.isZombie) continue;
      const now = read(pid, entry);
      if (now !== value)
        return `its ${name} went from ${value} to ${now} after it was ready, by itself or by another program`;
    }
    if (areStopped()) {
      await sleep(CONTINUED_WITHIN_MS);
      if (areStopped()) return 'it was stopped by a signal that the bench did not send';
    }
    if (redisUrl === undefined) return undefined;
    return untilAnswering(redisUrl).then(
      () => undefined,
      () => 'its Redis does not answer any more, and the bench did not end it',
    );
  };
}

import {
  FEWEST_THREADS,
  processLimit,
  refusedBy,
  THREADS_OF_NODE,
  threadsOfProcess,
} from '../model/process-limit.ts';
import { SystemRefusal } from '../model/system-error.ts';

/** The processes of Node.js that have not started all of their threads. */
const starting = new Set<number>();
let refusalsBefore = 0;

/**
 * Checks that the system allows one more process of Node.js with its threads: without them it would never start.
 *
 * @param what is to be started, for the message
 * @param needed how many processes and threads it has
 * @throws SystemRefusal naming the limit, its value and the remedy
 */
export function assertProcessRoom(what: string, needed = THREADS_OF_NODE): void {
  const limit = processLimit();
  if (!limit) return;
  refusalsBefore ||= limit.refusals ?? 0;
  const room = limit.most - limit.used - threadsToCome();
  if (room < needed) throw new SystemRefusal(refusedBy(limit, `${what} needs ${needed} more`));
}

/** Remembers a process of Node.js that begins to start. */
export function startsThreads(pid: number | undefined): void {
  if (pid !== undefined) starting.add(pid);
}

function threadsToCome(): number {
  let toCome = 0;
  for (const pid of starting) {
    const threads = threadsOfProcess(pid);
    if (threads === 0 || threads >= FEWEST_THREADS) starting.delete(pid);
    else toCome += THREADS_OF_NODE - threads;
  }
  return toCome;
}

/** What Node.js, Go and the C library print if they get no thread. */
const NO_THREAD = /\bEAGAIN\b|Resource temporarily unavailable|failed to create new OS thread/;

/**
 * Finds the limit that prevented a process from starting, or ended it.
 *
 * @param said what the process has printed
 * @returns undefined if another reason is as likely
 */
export function processRefusal(what: string, said = ''): SystemRefusal | undefined {
  const limit = processLimit();
  if (!limit) return undefined;
  const isRefused =
    limit.refusals === undefined
      ? limit.most - limit.used < THREADS_OF_NODE
      : limit.refusals > refusalsBefore;
  if (!isRefused && !NO_THREAD.test(said)) return undefined;
  return new SystemRefusal(refusedBy(limit, `${what} got no process or no thread`));
}

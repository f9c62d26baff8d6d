import type { ChildProcess } from 'node:child_process';
import { SystemRefusal } from '../model/errors.ts';
import {
  FEWEST_THREADS,
  processLimit,
  refusedBy,
  THREADS_OF_NODE,
  threadsOfProcess,
} from '../model/process-limit.ts';

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

/** A process loads its modules within this time on any machine. */
const START_WITHIN_MS = 60_000;

/**
 * Waits for the first message of a child, by which it says that it has started.
 *
 * @param signal interrupts the wait
 * @throws SystemRefusal naming a limit of processes that prevented it; the signal's reason; or an error if the child ends
 *   before, or says nothing for a minute
 */
export async function firstMessage(
  child: ChildProcess,
  name: string,
  signal?: AbortSignal,
): Promise<unknown> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const fail = (how: string, said?: string) =>
    reject(processRefusal(name, said) ?? new Error(`${name} ${how}`));
  const late = setTimeout(() => fail(`did not start within ${START_WITHIN_MS / 1000} s`), START_WITHIN_MS);
  const onAbort = () => reject(signal?.reason);
  const onError = (error: Error) => reject(error);
  const onExit = (code: number | null, killer: string | null) =>
    fail(`ended with ${killer ?? code} before it had started`);
  child.once('message', resolve).once('error', onError).once('exit', onExit);
  signal?.addEventListener('abort', onAbort, { once: true });
  return promise.finally(() => {
    clearTimeout(late);
    child.off('message', resolve).off('error', onError).off('exit', onExit);
    signal?.removeEventListener('abort', onAbort);
  });
}

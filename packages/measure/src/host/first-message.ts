import type { ChildProcess } from 'node:child_process';
import { processRefusal } from './process-room.ts';

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

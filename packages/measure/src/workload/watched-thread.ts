import { Worker } from 'node:worker_threads';
import { reasonOf } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import { knownEnvironment } from '../host/known-environment.ts';
import type { Milliseconds } from '../model.ts';
import { HEAP_MIB, SLOW_MS } from './patience.ts';

/**
 * The messages of `answer-watch.ts`: the step that begins and its number of tasks; the result; or that it waits for
 * nothing.
 */
export type Said<T> =
  | { readonly doing: string; readonly tasks: number }
  | { readonly result: T }
  | { readonly waits: true };

/** How a thread ended, and in which step. */
export type Ending<T> = { readonly doing: string } & (
  | { readonly kind: 'result'; readonly result: T }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'waits' }
  | { readonly kind: 'too-long'; readonly most: Milliseconds }
);

export type WatchOptions = {
  readonly signal: AbortSignal;
  /** The name of its first step, and the longest that this may take. */
  readonly first: { readonly doing: string; readonly most: Milliseconds };
  /** Absent: the 4 MiB that Node.js gives a thread. */
  readonly stackMib?: number | undefined;
  /** The longest that one task may take after that. */
  readonly longest?: Milliseconds;
  readonly slow?: Milliseconds | undefined;
  readonly onSlow?: ((what: string) => void) | undefined;
};

/**
 * Runs a user's code in a thread of its own, and reports how that ended. The exit of the thread decides: messages and
 * errors come over two ports without an order, and both are read to their end before `exit` comes. A failure that is
 * known by then overrules a result, and a limit that has passed.
 *
 * @param module calls `answerWatch`
 * @throws the signal's reason
 */
export async function watchThread<T>(
  module: URL,
  task: object,
  { signal, first, stackMib, longest = first.most, slow = SLOW_MS, onSlow = () => {} }: WatchOptions,
): Promise<Ending<T>> {
  signal.throwIfAborted();
  const thread = new Worker(module, {
    workerData: task,
    env: knownEnvironment(),
    resourceLimits: defined({ maxOldGenerationSizeMb: HEAP_MIB, stackSizeMb: stackMib }),
    stdout: true, // its logs are no output of the bench
  });
  thread.stdout.resume();
  let doing = first.doing;
  let failure: { readonly error: unknown } | undefined;
  let result: { readonly result: T } | undefined;
  let waits = false;
  let passed: Milliseconds | undefined;
  const end = () => void thread.terminate();
  const watch = (most: Milliseconds) => {
    const limit = setTimeout(() => {
      passed = most;
      end();
    }, most);
    const announcement = setTimeout(
      () => onSlow(`${doing}: still running after ${slow / 1000} s, and is ended after ${most / 1000} s`),
      slow,
    );
    return () => [limit, announcement].forEach(clearTimeout);
  };
  let unwatch = watch(first.most);
  thread.on('message', (said: Said<T>) => {
    if ('waits' in said) waits = true;
    else {
      unwatch();
      if ('result' in said) {
        result = said;
        end();
      } else {
        doing = said.doing;
        unwatch = watch(said.tasks * longest);
      }
    }
  });
  thread.on('error', (error) => {
    failure ??= { error };
  });
  const { promise: exited, resolve: exit } = Promise.withResolvers<number>();
  thread.once('exit', exit);
  signal.addEventListener('abort', end, { once: true });
  const code = await exited;
  unwatch();
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
  if (failure) return { doing, kind: 'failed', problem: whyItEnded(failure.error) };
  if (result) return { doing, kind: 'result', ...result };
  if (passed !== undefined) return { doing, kind: 'too-long', most: passed };
  return waits
    ? { doing, kind: 'waits' }
    : { doing, kind: 'failed', problem: `ended its thread with code ${code}` };
}

const whyItEnded = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? `needs more than ${HEAP_MIB} MiB of heap, which is what the services give a thread; make it smaller`
    : reasonOf(error);

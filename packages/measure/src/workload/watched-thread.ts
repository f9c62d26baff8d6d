import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from 'node:worker_threads';
import { reasonOf } from '@cpu-bound/workload';
import { knownEnvironment } from '../host/known-environment.ts';
import type { Milliseconds } from '../model.ts';

/** The patience of the bench with a user's own code, which may never end. */
export type Patience = {
  /** Reports a step that takes long, in a sentence. */
  readonly onSlow?: ((what: string) => void) | undefined;
  readonly slow?: Milliseconds | undefined;
};

/** The limit for loading a module, which is no task; services wait for it, too. */
export const LONGEST_LOADING_MS: Milliseconds = 30_000;
/** The time without output after which the user gets a sign that something happens. */
export const SLOW_MS: Milliseconds = 5_000;
/** The threads of the services have this heap. */
export const HEAP_MIB = 512;
/** Services stop a task after this time by default, and its request soon after. */
export const LONGEST_TASK_MS: Milliseconds = 10_000;

/** A message of `answer-watch.ts`: a step with its number of tasks, the result, or that its promise can never settle. */
export type ThreadMessage<T> =
  | { readonly doing: string; readonly tasks: number }
  | { readonly result: T }
  | { readonly neverSettles: true };

/** The thread's end of a channel of its own: what a user's code posts to its parent is no report. */
export type WatchedThread = { readonly port: MessagePort };

/** The way in which a thread ended, and its last step. */
export type Ending<T> = { readonly doing: string } & (
  | { readonly kind: 'result'; readonly result: T }
  | { readonly kind: 'threw'; readonly reason: string }
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'out-of-memory' }
  | { readonly kind: 'never-settles' }
  | { readonly kind: 'too-long'; readonly limitMs: Milliseconds }
);

export type WatchOptions = {
  readonly signal: AbortSignal;
  /** The name of the first step, and its time limit. */
  readonly first: { readonly doing: string; readonly limitMs: Milliseconds };
  /** The time limit of each later task. */
  readonly longest?: Milliseconds;
  readonly slow?: Milliseconds | undefined;
  readonly onSlow?: ((what: string) => void) | undefined;
};

/**
 * Runs a user's code in a thread of its own, and reports how that ended. The exit of the thread decides. Messages and
 * errors come over two ports in no order, and both are read to their end then. Precedence: failure, then
 * result, then time limit.
 *
 * @param module calls `answerWatch`
 * @throws the signal's reason
 */
export async function watchThread<T>(module: URL, task: object, options: WatchOptions): Promise<Ending<T>> {
  const { signal } = options;
  signal.throwIfAborted();
  const { port1, port2: port } = new MessageChannel();
  const thread = new Worker(module, {
    workerData: { ...task, port } satisfies WatchedThread,
    transferList: [port],
    env: knownEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    stdout: true, // its logs are no output of the bench
    stderr: true,
  });
  const end = () => void thread.terminate();
  const watch = new Watch<T>(options, end);
  for (const stream of [thread.stdout, thread.stderr]) stream.resume();
  port1.on('message', (message: ThreadMessage<T>) => watch.receive(message));
  thread.on('error', (error) => {
    watch.failure ??= { error };
  });
  const { promise: exited, resolve: exit } = Promise.withResolvers<number>();
  thread.once('exit', exit);
  signal.addEventListener('abort', end, { once: true });
  const code = await exited;
  // The end of the thread may overtake its last messages.
  for (let last = receiveMessageOnPort(port1); last; last = receiveMessageOnPort(port1))
    watch.receive(last.message);
  port1.close();
  watch.endStep();
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
  return watch.ending(code);
}

/** The state of a thread, as far as its messages and its limits have shown it. */
class Watch<T> {
  failure: { readonly error: unknown } | undefined;
  readonly #options: WatchOptions;
  readonly #end: () => void;
  #doing: string;
  #result: { readonly result: T } | undefined;
  #neverSettles = false;
  /** The limit that has passed, if one has. */
  #passed: Milliseconds | undefined;
  #timers: NodeJS.Timeout[] = [];

  constructor(options: WatchOptions, end: () => void) {
    this.#options = options;
    this.#end = end;
    this.#doing = options.first.doing;
    this.#beginStep(options.first.limitMs);
  }

  receive(message: ThreadMessage<T>): void {
    if ('neverSettles' in message) {
      this.#neverSettles = true;
      return;
    }
    this.endStep();
    if ('result' in message) {
      this.#result = message;
      this.#end();
      return;
    }
    const { first, longest = first.limitMs } = this.#options;
    this.#doing = message.doing;
    this.#beginStep(message.tasks * longest);
  }

  endStep(): void {
    this.#timers.forEach(clearTimeout);
  }

  ending(code: number): Ending<T> {
    const doing = this.#doing;
    if (this.failure) return { doing, ...whyItEnded(this.failure.error) };
    if (this.#result) return { doing, kind: 'result', ...this.#result };
    if (this.#passed !== undefined) return { doing, kind: 'too-long', limitMs: this.#passed };
    return this.#neverSettles ? { doing, kind: 'never-settles' } : { doing, kind: 'exited', code };
  }

  #beginStep(limitMs: Milliseconds): void {
    const { slow = SLOW_MS, onSlow = () => {} } = this.#options;
    const announcement = `${this.#doing}: still running after ${slow / 1000} s, and is ended after ${limitMs / 1000} s`;
    const pass = () => {
      this.#passed = limitMs;
      this.#end();
    };
    this.#timers = [setTimeout(pass, limitMs), setTimeout(onSlow, slow, announcement)];
  }
}

const whyItEnded = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? ({ kind: 'out-of-memory' } as const)
    : ({ kind: 'threw', reason: reasonOf(error) } as const);

/** Explains an ending without a result that is no matter of time. */
export function problemOf(
  ending: Exclude<Ending<unknown>, { kind: 'result' | 'too-long' | 'never-settles' }>,
): string {
  if (ending.kind === 'threw') return ending.reason;
  return ending.kind === 'exited'
    ? `calls process.exit(${ending.code}), which would end a service; let it return an answer, or throw an error`
    : `needs more than ${HEAP_MIB} MiB of heap, which is what the services give a thread; make it smaller`;
}

/** Sends a message from the thread to the one that watches it. */
const say = <T>(message: ThreadMessage<T>) => (workerData as WatchedThread).port.postMessage(message);

/** Reports the step that the thread begins, and the number of its tasks, which run one after the other. */
export const begin = (doing: string, tasks = 1) => say({ doing, tasks });

/**
 * Runs the thread's side of `watchThread`. It has no top-level await: if a user's code waits for ever, Node.js would
 * print a warning with a path of the bench.
 */
export function answerWatch<T>(work: () => Promise<T>): void {
  process.once('beforeExit', () => say({ neverSettles: true }));
  work().then(
    (result) => say({ result }),
    (error: unknown) => setImmediate(() => raise(error)),
  );
}

/** Throws an error outside of any promise, which ends the thread. */
function raise(error: unknown): never {
  throw error;
}

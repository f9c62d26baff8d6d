import { type ChildProcess, fork } from 'node:child_process';
import type { Milliseconds } from '../model.ts';

/** The edges of the measured window, as the child passes them. */
export type Edge = 'from' | 'to';

type Reply<T> = { readonly value: T } | { readonly error: string } | { readonly edge: Edge };

/** A module in a process of its own that works on one specification after the other. */
export type TaskProcess<S, T> = {
  readonly pid: number;
  /**
   * Sends a specification to the child and waits for the answer.
   *
   * @param onEdge called as the measured window begins and ends
   * @throws the child's error, an error naming its exit code, SilentTask, or the signal's reason
   */
  run(spec: S, signal: AbortSignal, onEdge?: (edge: Edge) => void): Promise<T>;
  /** Ends a load that continues until this call. */
  finish(): void;
  /** Ends the child, and waits until it is gone. */
  stop(): Promise<void>;
};

/** A child neither answered nor ended, so the outcome of its specification is unknown. */
export class SilentTask extends Error {
  override readonly name = 'SilentTask';
}

/** The message that ends a load. Specifications are objects, so none can equal it. */
const FINISH = 'finish';

/** The number of characters of stderr that are kept: only the last output of a child is useful. */
const STDERR_TAIL = 4_000;

/**
 * Starts the child, which loads while its caller does something else.
 *
 * @param longest the longest time of a specification, if it is known. A child that is silent for longer is given up,
 *   because it would delay everything after it
 */
export function startTask<S extends object, T>(
  module: URL,
  longest?: (spec: S) => Milliseconds,
): TaskProcess<S, T> {
  const name = module.pathname.split('/').slice(-2).join('/');
  const child = fork(module, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr = (stderr + text).slice(-STDERR_TAIL);
  });
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => {}); // the next `run` rejects with it
  const gone = new Promise<void>((resolve) => {
    const end = (error: Error) => {
      fail(error);
      resolve();
    };
    let exited = name;
    child.once('error', end);
    child.once('exit', (code, killer) => {
      exited = `${name} ended with ${killer ?? code}`;
    });
    // The child's stderr has been read to its end when the child closes.
    child.once('close', () => end(new Error(`${exited}: ${lastError(stderr)}`)));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} cannot be started: the system gives it no process`);
  return {
    pid,
    run: (spec, signal, onEdge = () => {}) => {
      signal.throwIfAborted();
      const { promise: silent, reject: giveUp } = Promise.withResolvers<never>();
      const limit = longest?.(spec);
      const watchdog =
        limit !== undefined &&
        setTimeout(() => giveUp(new SilentTask(`${name} did not answer within ${limit / 1000} s`)), limit);
      return Promise.race([failed, silent, exchange<T>(child, spec, signal, onEdge)]).finally(
        () => watchdog && clearTimeout(watchdog),
      );
    },
    finish() {
      if (child.connected) child.send(FINISH, () => {});
    },
    async stop() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Node marks the line of source that threw, and prints the error after it. */
const MARK = /^\s*\^+$/;
const FRAME = /^\s+at /;

/**
 * Finds the message of the error that ended a process, without its stack; without an error, the last line of output.
 */
function lastError(stderr: string): string {
  const lines = stderr
    .replace(/\nNode\.js v\S+\s*$/, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const from = lines.findLastIndex((line) => MARK.test(line)) + 1;
  const to = lines.findIndex((line, at) => at > from && FRAME.test(line));
  return lines.slice(from, to === -1 ? undefined : to).join('\n');
}

function exchange<T>(
  child: ChildProcess,
  spec: object,
  signal: AbortSignal,
  onEdge: (edge: Edge) => void,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = () => reject(signal.reason);
  const onMessage = (reply: Reply<T>) => {
    if ('edge' in reply) onEdge(reply.edge);
    else if ('error' in reply) reject(new Error(reply.error));
    else resolve(reply.value);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  child.on('message', onMessage);
  child.send(spec, () => {}); // the child is ending: its end explains more than the broken channel
  return promise.finally(() => {
    signal.removeEventListener('abort', onAbort);
    child.off('message', onMessage);
  });
}

/** Answers each specification in turn, on the child's side. The child ends by itself when the bench is gone. */
export function answerTask<S, T>(
  work: (spec: S, passEdge: (edge: Edge) => void, finished: Promise<void>) => Promise<T>,
): void {
  process.on('SIGINT', () => {}); // Ctrl-C reaches the whole group; the bench decides
  process.once('disconnect', () => process.exit(1));
  let finish = () => {};
  process.on('message', (message: S | typeof FINISH) => {
    if (message === FINISH) return finish();
    const { promise: finished, resolve } = Promise.withResolvers<void>();
    finish = resolve;
    work(message as S, (edge) => process.send?.({ edge }), finished).then(
      (value) => process.send?.({ value }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
}

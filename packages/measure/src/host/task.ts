import { type ChildProcess, fork } from 'node:child_process';
import { isOutOf, messageOf, refusalIn, SystemRefusal } from '../model/errors.ts';
import type { Milliseconds } from '../model.ts';
import { endNow } from './marker.ts';
import { assertProcessRoom, firstMessage, processRefusal, startsThreads } from './process-room.ts';
import { uncoloured } from './run.ts';

/** The edges of the measured window, as the child passes them. */
export type Edge = 'from' | 'to';

/** A message of the child: that it has started, the answer to a specification, an edge of its window, or a question. */
type FromChild<T> =
  | { readonly isUp: true }
  | { readonly id: number; readonly value: T }
  /** `isRefusal`: the system has refused it something. */
  | { readonly id: number; readonly error: string; readonly isRefusal?: boolean }
  | { readonly edge: Edge }
  | { readonly question: unknown; readonly id: number };
/** A message of the parent: a specification, or the answer to a question. */
type FromParent<S> =
  | { readonly id: number; readonly spec: S }
  | ({ readonly answerTo: number } & ({ readonly value: unknown } | { readonly error: string }));

export type AskParent = (question: unknown) => Promise<unknown>;

/** A module in a process of its own that works on one specification after the other. */
export type TaskProcess<S, T> = {
  readonly pid: number;
  /**
   * Sends a specification to the child and waits for the answer.
   *
   * @param onEdge called as the measured window begins and ends
   * @throws the child's error, an error naming its exit code, SilentTask, SystemRefusal if the system gives it no process
   *   or no thread, or the signal's reason
   */
  run(spec: S, signal: AbortSignal, onEdge?: (edge: Edge) => void): Promise<T>;
  /** Ends a load that continues until this call. */
  finish(): void;
  /** Ends the child, and waits until it is gone. */
  stop(): Promise<void>;
};

export type TaskOptions<S> = {
  /** A child that is silent for longer than a specification may take is given up: it would delay others. */
  readonly longest?: ((spec: S) => Milliseconds | undefined) | undefined;
  readonly answer?: ((question: never) => Promise<unknown>) | undefined;
  /** True if the child leads a process group of its own, which ends with it: it may start processes that nobody knows. */
  readonly leadsGroup?: boolean;
};

/** A child neither answered nor ended, so the outcome of its specification is unknown. */
export class SilentTask extends Error {
  override readonly name = 'SilentTask';
}

/** A child has ended before its answer. */
export class TaskEnded extends Error {
  override readonly name = 'TaskEnded';
  /** The exit code, or the signal, and the error that it wrote. */
  readonly how: string;

  constructor(name: string, by: string | number | null, said: string) {
    const how = `ended with ${by}: ${said}`;
    super(`${name} ${how}`);
    this.how = how;
  }
}

/** The message that ends a load. Specifications are objects, so none can equal it. */
const FINISH = 'finish';

/** The number of characters of stderr that are kept: only the last output of a child is useful. */
const STDERR_TAIL = 4_000;

/** The process groups of the children, which end with this process: by one listener, since Node warns of more than ten. */
const leaders = new Set<number>();
process.once('exit', () => {
  for (const leader of leaders) endNow(leader);
});

/**
 * Starts the child, which loads while its caller does something else.
 *
 * @throws SystemRefusal if the system allows no more processes
 */
export function startTask<S extends object, T>(
  module: URL,
  { longest, answer, leadsGroup = false }: TaskOptions<S> = {},
): TaskProcess<S, T> {
  const name = module.pathname.split('/').slice(-2).join('/');
  assertProcessRoom(`a process of the bench (${name})`);
  const child = fork(module, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: leadsGroup,
    env: uncoloured(),
  });
  startsThreads(child.pid);
  child.setMaxListeners(0); // each specification that is being worked on listens
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
    child.once('error', end);
    firstMessage(child, name).catch((error) => {
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      if (!hasEnded) fail(error); // otherwise its end, below, has what it printed
    });
    // The child's stderr has been read to its end when the child closes.
    child.once('close', (code, killer) =>
      end(processRefusal(name, stderr) ?? new TaskEnded(name, killer ?? code, lastError(stderr))),
    );
  });
  const { pid } = child;
  if (pid === undefined)
    throw (
      processRefusal(name, 'EAGAIN') ??
      new SystemRefusal(
        `${name}: the system gives it no process; end other programs, or raise its limits (ulimit -u, ulimit -n)`,
      )
    );
  if (answer) answerQuestions(child, answer as (question: unknown) => Promise<unknown>);
  const leader = process.platform === 'win32' ? pid : -pid;
  const kill = () => (leadsGroup ? endNow(leader) : child.kill('SIGKILL'));
  if (leadsGroup) {
    leaders.add(leader);
    child.once('exit', () => {
      leaders.delete(leader);
      kill(); // its own children may have survived it
    });
  }
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
      kill();
      await gone;
    },
  };
}

/** Node marks the line of source that threw, and prints the error after it. */
const MARK = /^\s*\^+$/;
const FRAME = /^\s+at /;

/** Finds the message of the error that ended a process, without its stack, or its last line of output. */
function lastError(stderr: string): string {
  const lines = stderr
    .replace(/\nNode\.js v\S+\s*$/, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const from = lines.findLastIndex((line) => MARK.test(line)) + 1;
  const to = lines.findIndex((line, at) => at > from && FRAME.test(line));
  return lines.slice(from, to === -1 ? undefined : to).join('\n');
}

let lastId = 0;

function exchange<T>(
  child: ChildProcess,
  spec: object,
  signal: AbortSignal,
  onEdge: (edge: Edge) => void,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const id = ++lastId;
  const onAbort = () => reject(signal.reason);
  const onMessage = (reply: FromChild<T>) => {
    if ('edge' in reply) onEdge(reply.edge);
    else if ('isUp' in reply || 'question' in reply || reply.id !== id) return;
    else if ('error' in reply)
      reject(reply.isRefusal ? new SystemRefusal(reply.error) : new Error(reply.error));
    else resolve(reply.value);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  child.on('message', onMessage);
  child.send({ id, spec } satisfies FromParent<object>, () => {}); // the child is ending: its end explains more than the broken channel
  return promise.finally(() => {
    signal.removeEventListener('abort', onAbort);
    child.off('message', onMessage);
  });
}

function answerQuestions(child: ChildProcess, answer: (question: unknown) => Promise<unknown>): void {
  child.on('message', async (message: FromChild<unknown>) => {
    if (!('question' in message)) return;
    const reply = await answer(message.question).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: messageOf(error) }),
    );
    child.send({ answerTo: message.id, ...reply } satisfies FromParent<never>, () => {});
  });
}

/** Answers each specification in turn, on the child's side. The child ends by itself when the bench is gone. */
export function answerTask<S, T>(
  work: (spec: S, passEdge: (edge: Edge) => void, finished: Promise<void>, ask: AskParent) => Promise<T>,
): void {
  process.on('SIGINT', () => {}); // Ctrl-C reaches the whole group; the bench decides
  process.once('disconnect', () => process.exit(1));
  let finish = () => {};
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  const send = (message: FromChild<T>) => process.send?.(message);
  const ask: AskParent = (question) => {
    const answer = Promise.withResolvers<unknown>();
    const id = ++lastId;
    asked.set(id, answer);
    send({ question, id });
    return answer.promise.finally(() => asked.delete(id));
  };
  process.on('message', (message: FromParent<S> | typeof FINISH) => {
    if (message === FINISH) return finish();
    if ('answerTo' in message) {
      const answer = asked.get(message.answerTo);
      if ('error' in message) answer?.reject(new Error(message.error));
      else answer?.resolve(message.value);
      return;
    }
    const { id, spec } = message;
    const { promise: finished, resolve } = Promise.withResolvers<void>();
    finish = resolve;
    work(spec, (edge) => send({ edge }), finished, ask).then(
      (value) => send({ id, value }),
      (error: unknown) => {
        const refusal = isOutOf(error) ? refusalIn(error) : undefined;
        send({ id, error: messageOf(refusal ?? error), isRefusal: refusal !== undefined });
      },
    );
  });
  send({ isUp: true });
}

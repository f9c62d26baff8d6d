import { fork } from 'node:child_process';

/**
 * Runs a module in a process of its own, gives it a specification, and returns what it answers.
 *
 * @throws the child's error, an error naming its exit code, or the signal's reason; the child is gone in any case
 */
export async function runTask<T>(module: URL, spec: unknown, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const child = fork(module, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr = (stderr + text).slice(-4_000);
  });
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  child.once('message', (message: { value: T } | { error: string }) => {
    if ('error' in message) reject(new Error(message.error));
    else resolve(message.value);
  });
  const gone = new Promise<void>((ended) => {
    child.once('error', (error) => {
      reject(error);
      ended();
    });
    child.once('exit', (code, killer) => {
      reject(new Error(`${module.pathname.split('/').at(-1)} ended with ${killer ?? code}: ${stderr}`));
      ended();
    });
  });
  child.send(spec as object, (error) => error && reject(error));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    child.kill('SIGKILL');
    await gone;
  }
}

/** The child's side: answers one specification, then waits to be ended. Ends by itself when the bench is gone. */
export function answerTask<S, T>(work: (spec: S) => Promise<T>): void {
  process.on('SIGINT', () => {}); // Ctrl-C reaches the whole group; the bench decides
  process.once('disconnect', () => process.exit(1));
  process.once('message', (spec: S) => {
    work(spec).then(
      (value) => process.send?.({ value }),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}

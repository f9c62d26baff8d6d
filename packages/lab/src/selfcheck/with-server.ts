import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Runs `use` against one of the self-check's servers, in a fresh process that is gone afterwards. */
export async function withServer<T>(
  behaviour: 'constant' | 'freezing',
  argument: number,
  use: (origin: string) => Promise<T>,
): Promise<T> {
  const child = fork(new URL('./server.ts', import.meta.url), [behaviour, String(argument)]);
  const gone = once(child, 'exit');
  const lost = gone.then(([code, signal]): never => {
    throw new Error(`the self-check's own server ended with ${signal ?? code}`);
  });
  lost.catch(() => {}); // its end is intended after `use`
  try {
    const [port] = await Promise.race([once(child, 'message'), lost]);
    return await Promise.race([use(`http://127.0.0.1:${port}`), lost]);
  } finally {
    child.kill('SIGKILL');
    await gone;
  }
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { assertProcessRoom, firstMessage, startsThreads } from '@cpu-bound/measure/host/process-room';

/** Runs `use` against one of the self-check's servers, in a fresh process that is gone afterwards. */
export async function withServer<T>(
  behaviour: 'constant' | 'freezing',
  argument: number,
  use: (origin: string) => Promise<T>,
): Promise<T> {
  const name = "the self-check's own server";
  assertProcessRoom(name);
  const child = fork(new URL('./server.ts', import.meta.url), [behaviour, String(argument)]);
  startsThreads(child.pid);
  const gone = once(child, 'exit');
  const lost = gone.then(([code, signal]): never => {
    throw new Error(`${name} ended with ${signal ?? code}`);
  });
  lost.catch(() => {}); // its end is intended after `use`
  try {
    const port = await firstMessage(child, name);
    return await Promise.race([use(`http://127.0.0.1:${port}`), lost]);
  } finally {
    child.kill('SIGKILL');
    await gone;
  }
}

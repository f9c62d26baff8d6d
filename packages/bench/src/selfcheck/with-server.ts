import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Runs `use` against one of the self-check's servers, in a fresh process that is gone afterwards. */
export async function withServer<T>(
  behaviour: 'busy' | 'constant' | 'freezing',
  argument: number,
  use: (origin: string) => Promise<T>,
): Promise<T> {
  const child = fork(new URL('./server.ts', import.meta.url), [behaviour, String(argument)]);
  try {
    const [port] = await once(child, 'message');
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

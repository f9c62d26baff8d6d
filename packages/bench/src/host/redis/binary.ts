import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RedisMemoryServer } from 'redis-memory-server';
import type { RedisSource } from './redis.ts';

/** Starts a server binary on a free loopback port, persistence off; redis-memory-server minds the process. */
export async function startBinary(binary: { systemBinary: string } | { version: string }) {
  let server = create(binary);
  await quietly(() => server.start());
  const port = await server.getPort();
  return {
    url: `redis://127.0.0.1:${port}`,
    async restart(awayMs: number) {
      const info = server.getInstanceInfo();
      const child = info ? info.instance.childProcess : undefined;
      if (!child) throw new Error('the Redis process is not known');
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await Promise.all([gone.then(() => server.stop()), sleep(awayMs)]);
      server = create(binary, port);
      await quietly(() => server.start());
    },
    stop: async () => {
      await server.stop();
    },
  };
}

const create = (binary: { systemBinary: string } | { version: string }, port?: number) =>
  new RedisMemoryServer({
    binary,
    instance: { ip: '127.0.0.1', ...(port !== undefined && { port }) },
    autoStart: false,
  });

/** redis-memory-server prints a hint to enable its debug log; our message says what failed. */
async function quietly<T>(action: () => Promise<T>): Promise<T> {
  const { warn } = console;
  console.warn = () => {};
  try {
    return await action();
  } finally {
    console.warn = warn;
  }
}

const NAMES = ['redis-server', 'valkey-server'];

async function onPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter((entry) => entry !== '')) {
    const file = join(folder, name);
    const executable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return file;
  }
  return undefined;
}

/** redis-server or valkey-server on the PATH. */
export const fromPath: RedisSource = {
  id: 'redis-server or valkey-server on the PATH',
  async start() {
    for (const name of NAMES) {
      const systemBinary = await onPath(name);
      if (systemBinary) return startBinary({ systemBinary });
    }
    throw new Error(`neither ${NAMES.join(' nor ')} is there`);
  },
};

/** What redis-memory-server builds from source, once, into its cache. */
export const builtFromSource: RedisSource = {
  id: "redis-memory-server's own build",
  async start() {
    const make = await onPath('make');
    if (!make) throw new Error('make and a C compiler are needed to build it');
    return startBinary({ version: 'stable' });
  },
};

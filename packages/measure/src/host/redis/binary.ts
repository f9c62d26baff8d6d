import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { RedisMemoryServer } from 'redis-memory-server';
import type { Persistence } from '../../model.ts';
import { ended } from '../ended.ts';
import type { Guard } from '../guard.ts';
import { onPath } from '../on-path.ts';
import { startPersistent } from './persistent.ts';
import { type RedisSource, untilAnswering } from './redis.ts';

/** Starts a server binary on a free loopback port, persistence off; redis-memory-server minds the process. */
export async function startBinary(binary: { systemBinary: string } | { version: string }, guard: Guard) {
  const server = new RedisMemoryServer({ binary, instance: { ip: '127.0.0.1' }, autoStart: false });
  await quietly(() => server.start());
  const url = `redis://127.0.0.1:${await server.getPort()}`;
  const info = server.getInstanceInfo();
  const first = info ? info.instance.childProcess : null;
  const watch = (child: ChildProcess | null) => {
    // Its title has the port in it, before Redis changes it and after.
    if (child?.pid !== undefined) guard.watchProcess(child.pid, new URL(url).port);
  };
  watch(first);
  let second: ChildProcess | undefined;
  return {
    url,
    async restart(awayMs: number) {
      const child = second ?? first;
      if (!child) throw new Error('the Redis process is not known');
      await Promise.all([ended(child, 'SIGKILL'), sleep(awayMs)]);
      // The same command by ourselves: redis-memory-server would not take a port again that it had a moment ago.
      second = spawn(child.spawnfile, child.spawnargs.slice(1), { stdio: 'ignore' });
      second.on('error', () => {}); // it then never answers
      watch(second);
      await untilAnswering(url);
    },
    ...(first && {
      another: (persistence: Persistence, folder: string) =>
        startPersistent(first.spawnfile, persistence, folder, guard),
    }),
    stop: async () => {
      if (second) await ended(second, 'SIGTERM');
      await server.stop();
    },
  };
}

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

/** redis-server or valkey-server on the PATH. */
export const fromPath = (guard: Guard): RedisSource => ({
  id: 'redis-server or valkey-server on the PATH',
  async start() {
    for (const name of NAMES) {
      const systemBinary = await onPath(name);
      if (systemBinary) return startBinary({ systemBinary }, guard);
    }
    throw new Error(`neither ${NAMES.join(' nor ')} is there`);
  },
});

/** What redis-memory-server builds from source, once, into its cache. */
export const builtFromSource = (guard: Guard): RedisSource => ({
  id: "redis-memory-server's own build",
  async start() {
    const make = await onPath('make');
    if (!make) throw new Error('make and a C compiler are needed to build it');
    return startBinary({ version: 'stable' }, guard);
  },
});

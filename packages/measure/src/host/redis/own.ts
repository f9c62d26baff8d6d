import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Check, Persistence } from '../../model.ts';
import type { OwnRedis, RedisSource } from './redis.ts';

/** A server on a fixed loopback port that keeps its data while it is down: a process with a folder, or a container. */
export type Server = {
  readonly url: string;
  /** Starts it with the data that it has; resolves when it answers. */
  start(): Promise<void>;
  /** Sends a signal, and resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Removes its data, after its end. */
  remove(): Promise<void>;
};

/** Prepares a server with these options of redis-server. @param folder where its data may be */
export type Prepare = (options: readonly string[], folder: string) => Promise<Server>;

/** Starts the Redis of a run, with persistence off, where the same way can start more of them. */
export async function ownRun(
  prepare: Prepare,
  checks: readonly Check[] = [],
): ReturnType<RedisSource['start']> {
  const { url, restart, stop } = await started(prepare, 'off', tmpdir());
  const another = (persistence: Persistence, folder: string) => started(prepare, persistence, folder);
  return { url, checks, own: { restart, another }, stop };
}

async function started(prepare: Prepare, persistence: Persistence, folder: string): Promise<OwnRedis> {
  const append = persistence === 'off' ? ['no'] : ['yes', '--appendfsync', persistence];
  const server = await prepare(['--save', '', '--appendonly', ...append], folder);
  const stop = async () => {
    await server.end('SIGKILL');
    await server.remove();
  };
  await server.start().catch(async (error) => {
    await stop();
    throw error;
  });
  return {
    url: server.url,
    async restart(awayMs, signal = 'SIGKILL') {
      await Promise.all([server.end(signal), sleep(awayMs)]);
      await server.start();
    },
    stop,
  };
}

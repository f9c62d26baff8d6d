import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import type { Persistence } from '../../model.ts';
import { ended } from '../ended.ts';
import type { Guard } from '../guard.ts';
import { type OwnRedis, untilAnswering } from './redis.ts';

/** Starts a program as the run's Redis, with persistence off. */
export async function startBinary(program: string, guard: Guard) {
  const server = await startServer(program, ['--dir', tmpdir(), '--appendonly', 'no'], guard);
  return {
    ...server,
    another: (persistence: Persistence, folder: string) =>
      startPersistent(program, persistence, folder, guard),
  };
}

/** Starts a Redis that writes its data to a folder. @param folder on a disk, because in memory a sync costs nothing */
async function startPersistent(
  program: string,
  persistence: Persistence,
  folder: string,
  guard: Guard,
): Promise<OwnRedis> {
  const data = await mkdtemp(join(folder, 'redis-'));
  guard.watchFolder(data);
  const append = persistence === 'off' ? ['no'] : ['yes', '--appendfsync', persistence];
  const server = await startServer(program, ['--dir', data, '--appendonly', ...append], guard);
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Starts a server on a free loopback port. @throws if it ends before it answers, or does not answer */
async function startServer(program: string, options: readonly string[], guard: Guard): Promise<OwnRedis> {
  const port = String(await getPort({ host: '127.0.0.1' }));
  const url = `redis://127.0.0.1:${port}`;
  const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', ...options];
  let child: ChildProcess;
  const start = async () => {
    child = spawn(program, args, { stdio: 'ignore' });
    // Its title has the port, before and after Redis changes it.
    if (child.pid !== undefined) guard.watchProcess(child.pid, port);
    const failed = new Promise<never>((_resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`${program} ended with ${code} before it answered`)));
    });
    failed.catch(() => {}); // nothing awaits `failed` after the start: a later end is intended
    await Promise.race([untilAnswering(url), failed]);
  };
  await start().catch(async (error) => {
    await ended(child, 'SIGKILL');
    throw error;
  });
  return {
    url,
    async restart(awayMs, signal = 'SIGKILL') {
      await Promise.all([ended(child, signal), sleep(awayMs)]);
      await start();
    },
    stop: () => ended(child, 'SIGKILL'),
  };
}

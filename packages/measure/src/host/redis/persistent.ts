import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import type { Persistence } from '../../model.ts';
import { ended } from '../ended.ts';
import type { Guard } from '../guard.ts';
import { type OwnRedis, untilAnswering } from './redis.ts';

/**
 * Starts one from the same program as the run's.
 *
 * @param folder where its data goes: on a disk, since in memory a sync costs nothing
 */
export async function startPersistent(
  program: string,
  persistence: Persistence,
  folder: string,
  guard: Guard,
): Promise<OwnRedis> {
  const data = await mkdtemp(join(folder, 'redis-'));
  guard.watchFolder(data);
  const port = await getPort({ host: '127.0.0.1' });
  const url = `redis://127.0.0.1:${port}`;
  const append = persistence === 'off' ? ['no'] : ['yes', '--appendfsync', persistence];
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', data];
  let child: ChildProcess;
  const start = async () => {
    child = spawn(program, [...options, '--appendonly', ...append], { stdio: 'ignore' });
    if (child.pid !== undefined) guard.watchProcess(child.pid, String(port));
    const failed = new Promise<never>((_resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`${program} ended with ${code} before it answered`)));
    });
    failed.catch(() => {}); // that it ends later is what it is for
    await Promise.race([untilAnswering(url), failed]);
  };
  const end = (signal: NodeJS.Signals) => ended(child, signal);
  await start();
  return {
    url,
    async restart(awayMs, signal = 'SIGKILL') {
      await Promise.all([end(signal), sleep(awayMs)]);
      await start();
    },
    async stop() {
      await end('SIGKILL');
      await rm(data, { recursive: true, force: true });
    },
  };
}

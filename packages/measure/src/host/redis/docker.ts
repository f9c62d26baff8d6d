import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import type { Guard } from '../guard.ts';
import { reasonOf, run } from '../run.ts';
import { type RedisSource, untilAnswering } from './redis.ts';

const docker = async (...args: string[]) => (await run('docker', args, { timeout: 120_000 })).stdout.trim();

/** Starts the image of the compose file's `redis` service on a free loopback port, with persistence off. */
export const fromDocker = (composeFile: string, guard: Guard): RedisSource => ({
  id: 'a running Docker engine',
  async start() {
    await docker('info', '--format', '{{.ServerVersion}}').catch((error) => {
      throw new Error(`no engine answers (${reasonOf(error)})`);
    });
    const image = await docker('compose', '--file', composeFile, 'config', '--images', 'redis').catch(
      (error) => {
        throw new Error(`docker compose cannot read ${composeFile} (${reasonOf(error)})`);
      },
    );
    const port = await getPort({ host: '127.0.0.1' });
    const name = `cpu-bound-bench-${randomUUID().slice(0, 8)}`;
    guard.watchContainer(name);
    const server = [
      'redis-server',
      ...'--appendonly no --bind 0.0.0.0 --protected-mode no --save'.split(' '),
      '',
    ];
    const options = ['--rm', '--detach', '--name', name, '--publish', `127.0.0.1:${port}:6379`];
    const start = () =>
      docker('run', ...options, image.split('\n')[0] ?? '', ...server).catch((error) => {
        throw new Error(`the container does not start (${reasonOf(error)})`);
      });
    await start();
    const url = `redis://127.0.0.1:${port}`;
    const stop = async () => {
      await docker('rm', '--force', name);
    };
    await untilAnswering(url).catch(async (error) => {
      await stop();
      throw error;
    });
    const restart = async (awayMs: number) => {
      await Promise.all([stop(), sleep(awayMs)]);
      await start();
      await untilAnswering(url);
    };
    return { url, restart, stop };
  },
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const FILES = ['-f', 'docker-compose.yml', '-f', 'deploy/compose/replicas.yml'];
const NETWORK = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';

/** Runs docker, and returns its output; rejects with its error. COMPOSE_PROJECT_NAME chooses the project. */
const docker = async (...args: string[]): Promise<string> =>
  (await run('docker', args, { cwd: ROOT })).stdout.trim();
const compose = (...args: string[]) => docker('compose', ...FILES, ...args);

/** Lists the ids of the running containers of a service. */
export const replicasOf = async (service: string): Promise<string[]> =>
  (await compose('ps', '--quiet', service)).split('\n').filter(Boolean);

/** Starts containers of the current image and configuration up to a number; running ones stay unchanged. */
export const scaleUp = (service: string, replicas: number): Promise<string> =>
  compose(
    ...['up', '--detach', '--no-build', '--no-deps', '--no-recreate'],
    ...['--scale', `${service}=${replicas}`, service],
  );

export const addressOf = (container: string): Promise<string> =>
  docker('inspect', '--format', NETWORK, container);

/** Stops a container: SIGTERM, and SIGKILL after the service's stop_grace_period. */
export async function stop(container: string): Promise<void> {
  await docker('stop', container);
  await docker('rm', '--volumes', container);
}

/** Lists the connections of Redis, a line each. */
export const redisClients = async (): Promise<string[]> =>
  (await compose('exec', '-T', 'redis', 'redis-cli', 'client', 'list')).split('\n');

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import getPort from 'get-port';
import { type DebianPackage, debianProgram } from '../debian-package.ts';
import { ended } from '../ended.ts';
import type { Guard } from '../guard.ts';
import { onPath } from '../on-path.ts';
import { assertProcessRoom, processRefusal } from '../process-room.ts';
import { Lacking } from '../sources.ts';
import { ownRun, type Prepare } from './own.ts';
import { type RedisSource, untilAnswering } from './redis.ts';

const NAMES = ['redis-server', 'valkey-server'];

/** Starts redis-server or valkey-server from the PATH. */
export const fromPath = (guard: Guard): RedisSource => ({
  id: 'redis-server or valkey-server on the PATH',
  async start() {
    for (const name of NAMES) {
      const program = await onPath(name);
      if (program) return ownRun(processOf(program, guard));
    }
    throw new Lacking(`neither ${NAMES.join(' nor ')} is installed`);
  },
});

const redis: DebianPackage = {
  name: 'redis',
  packages: ['redis-tools', 'redis-server'],
  keep: /^(redis-|lib(jemalloc|lua|hiredis|lzf|atomic|ssl|systemd))/,
  // The link leads to a program that decides by argv[0] what it is. A resolved link would start redis-check-rdb.
  program: 'usr/bin/redis-server',
};

/** Unpacks the distribution's own package into a cache folder: it needs no root and installs nothing. */
export const fetched = (guard: Guard): RedisSource => ({
  id: "the distribution's package",
  start: async () => ownRun(processOf(await debianProgram(redis), guard)),
});

/** Prepares a process of this program, with its data in a folder of its own. */
const processOf =
  (program: string, guard: Guard): Prepare =>
  async (options, base) => {
    const folder = await mkdtemp(join(base, 'redis-'));
    guard.watch({ folder });
    const port = String(await getPort({ host: '127.0.0.1' }));
    const args = ['--port', port, '--bind', '127.0.0.1', '--dir', folder, ...options];
    const url = `redis://127.0.0.1:${port}`;
    let child: ChildProcess | undefined;
    return {
      url,
      async start() {
        assertProcessRoom('Redis');
        child = spawn(program, args, { stdio: 'ignore' });
        // Its title has the port, before and after Redis changes it.
        if (child.pid !== undefined) guard.watch({ pid: child.pid, name: port });
        await Promise.race([untilAnswering(url), endOf(child, program)]);
      },
      end: async (signal) => child && ended(child, signal),
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  };

/** Rejects when the process cannot be started, or ends. */
function endOf(child: ChildProcess, program: string): Promise<never> {
  const end = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(processRefusal('Redis') ?? new Error(`${program} ended with ${code} before it answered`)),
    );
  });
  end.catch(() => {}); // once it has answered, nobody waits: a later end is intended
  return end;
}

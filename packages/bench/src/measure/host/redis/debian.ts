import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import writeFileAtomic from 'write-file-atomic';
import type { Guard } from '../guard.ts';
import { startBinary } from './binary.ts';
import type { RedisSource } from './redis.ts';

const run = promisify(execFile);

/** Per user and kept between runs: fetched once. */
const cache = () => join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cpu-bound-bench');

const APT_WITHIN_MS = 120_000;

/** The server, and the libraries of it that a minimal Debian or Ubuntu may lack. */
async function packagesToFetch(aptOptions: string[]): Promise<string[]> {
  const { stdout } = await run('apt-cache', [
    ...aptOptions,
    ...['depends', '--recurse', '--no-recommends', '--no-suggests', '--no-conflicts'],
    ...['--no-breaks', '--no-replaces', '--no-enhances', 'redis-tools', 'redis-server'],
  ]);
  const names = stdout.split('\n').filter((line) => /^[a-z0-9]/.test(line));
  return [...new Set(names)].filter((name) =>
    /^(redis-|lib(jemalloc|lua|hiredis|lzf|atomic|ssl|systemd))/.test(name),
  );
}

/** Downloads the packages as this user, apt checking their signatures, and unpacks them below `target`. */
async function fetchAndUnpack(target: string): Promise<void> {
  const work = `${target}.${process.pid}`;
  const state = join(work, 'apt');
  await mkdir(join(state, 'lists', 'partial'), { recursive: true });
  await mkdir(join(state, 'cache', 'archives', 'partial'), { recursive: true });
  const options = [
    ...['-o', `Dir::State::Lists=${join(state, 'lists')}`, '-o', `Dir::Cache=${join(state, 'cache')}`],
    ...['-o', 'APT::Sandbox::User=', '-o', 'Debug::NoLocking=1'],
  ];
  const limits = { timeout: APT_WITHIN_MS, maxBuffer: 16 * 2 ** 20 };
  try {
    await run('apt-get', [...options, '-qq', 'update'], limits);
    await run('apt-get', [...options, '-qq', 'download', ...(await packagesToFetch(options))], {
      ...limits,
      cwd: work,
    });
    for (const file of (await readdir(work)).filter((name) => name.endsWith('.deb'))) {
      await run('dpkg-deb', ['-x', join(work, file), join(work, 'root')]);
    }
    await rm(target, { recursive: true, force: true });
    await rename(join(work, 'root'), target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function libraryFolders(root: string): Promise<string> {
  const folders = [join(root, 'usr/lib'), join(root, 'lib')];
  const nested = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { withFileTypes: true }).catch(() => []))
        .filter((entry) => entry.isDirectory())
        .map((entry) => join(folder, entry.name)),
    ),
  );
  return [...folders, ...nested.flat()].join(':');
}

const unpacked = () => join(cache(), 'redis');
// A link to redis-check-rdb, which looks at the name that it is called by: do not resolve it.
const serverIn = (root: string) => join(root, 'usr/bin/redis-server');

/** What `fromDebian` fetched for an earlier run: nothing has to be asked of the network. */
export const fetchedBefore = (guard: Guard): RedisSource => ({
  id: "the distribution's package, fetched before",
  async start() {
    if (!existsSync(serverIn(unpacked()))) throw new Error('not fetched yet');
    return startUnpacked(unpacked(), guard);
  },
});

/** The distribution's own package, unpacked into a cache folder: no root, nothing installed. */
export const fromDebian = (guard: Guard): RedisSource => ({
  id: "the distribution's package, unpacked without root",
  async start() {
    if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg-deb')) {
      throw new Error('this is no Debian or Ubuntu');
    }
    await fetchAndUnpack(unpacked()).catch((error: Error & { stderr?: string }) => {
      throw new Error((error.stderr || error.message).trim().split('\n').slice(0, 3).join(' '));
    });
    return startUnpacked(unpacked(), guard);
  },
});

const startUnpacked = async (root: string, guard: Guard) =>
  startBinary({ systemBinary: await wrapper(root, serverIn(root)) }, guard);

/** redis-memory-server asks the binary for its version in an environment of its own, so the paths go with it. */
async function wrapper(root: string, binary: string): Promise<string> {
  const file = join(root, 'redis-server.sh');
  const libraries = await libraryFolders(root);
  const script = `#!/bin/sh\nLD_LIBRARY_PATH='${libraries}' exec '${binary}' "$@"\n`;
  await writeFileAtomic(file, script, { mode: 0o755 });
  return file;
}

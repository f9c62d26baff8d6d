import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { Milliseconds } from '../model.ts';
import { reasonOf, run } from './run.ts';
import { cacheFolder, Lacking, makeInCache } from './sources.ts';

/** A program of Debian or Ubuntu, unpacked into a cache folder, without root and without an installation. */
export type DebianPackage = {
  /** The name of the folder in the cache. */
  readonly name: string;
  readonly packages: readonly string[];
  /** Selects the dependencies that are unpacked too: libraries that a minimal system may lack. */
  readonly keep: RegExp;
  /** The path of the program, below the folder. */
  readonly program: string;
};

const unpacked = ({ name }: DebianPackage) => join(cacheFolder(), name);

const APT_WITHIN_MS: Milliseconds = 120_000;

/**
 * Unpacks the package at its first use.
 *
 * @param withinMs the longest time for each call of apt
 * @returns a script that starts it
 * @throws Lacking without apt, or if no mirror answers in time
 */
export async function debianProgram(debian: DebianPackage, withinMs = APT_WITHIN_MS): Promise<string> {
  if (!existsSync(join(unpacked(debian), debian.program))) {
    await fetchAndUnpack(debian, withinMs).catch((error) => {
      throw error instanceof Lacking ? error : new Error(reasonOf(error, 3));
    });
  }
  return wrapper(debian);
}

/** Lists the packages, and those of their libraries that a minimal Debian or Ubuntu may lack. */
async function packagesToFetch({ packages, keep }: DebianPackage, aptOptions: string[]): Promise<string[]> {
  const { stdout } = await run('apt-cache', [
    ...aptOptions,
    ...['depends', '--recurse', '--no-recommends', '--no-suggests', '--no-conflicts'],
    ...['--no-breaks', '--no-replaces', '--no-enhances', ...packages],
  ]);
  const names = stdout.split('\n').filter((line) => /^[a-z0-9]/.test(line));
  return [...new Set(names)].filter((name) => keep.test(name));
}

/** Downloads the packages as this user and unpacks them; apt checks their signatures. */
async function fetchAndUnpack(debian: DebianPackage, timeout: Milliseconds): Promise<void> {
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg-deb'))
    throw new Lacking('this is no Debian or Ubuntu');
  const target = unpacked(debian);
  await makeInCache(cacheFolder());
  const work = `${target}.${process.pid}`;
  const state = join(work, 'apt');
  await mkdir(join(state, 'lists', 'partial'), { recursive: true });
  await mkdir(join(state, 'cache', 'archives', 'partial'), { recursive: true });
  const options = [
    ...['-o', `Dir::State::Lists=${join(state, 'lists')}`, '-o', `Dir::Cache=${join(state, 'cache')}`],
    ...['-o', 'APT::Sandbox::User=', '-o', 'Debug::NoLocking=1'],
  ];
  const limits = { timeout, maxBuffer: 16 * 2 ** 20 };
  try {
    await run('apt-get', [...options, '-qq', 'update'], limits).catch((error) => {
      throw new Lacking(reasonOf(error, 3)); // no mirror answers
    });
    await run('apt-get', [...options, '-qq', 'download', ...(await packagesToFetch(debian, options))], {
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

/**
 * Writes a script that starts the program with its libraries, because its caller may give it another environment. It
 * finds both beside itself, so no path of the user is part of its text.
 */
async function wrapper({ name, program, ...debian }: DebianPackage): Promise<string> {
  const file = join(unpacked({ name, program, ...debian }), `${name}.sh`);
  const script = `#!/bin/sh
here=\${0%/*}
libraries=
for folder in "$here"/usr/lib "$here"/lib "$here"/usr/lib/*/ "$here"/lib/*/; do
  libraries=$libraries:$folder
done
LD_LIBRARY_PATH=\${libraries#:} exec "$here/${program}" "$@"
`;
  // The cache of another run may be read-only, with the script in it.
  if ((await readFile(file, 'utf8').catch(() => '')) !== script)
    await writeFileAtomic(file, script, { mode: 0o755 });
  return file;
}

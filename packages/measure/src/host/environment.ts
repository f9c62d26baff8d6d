import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { availableCores, cpuQuota } from '@cpu-bound/service/container';
import { installed, outsideDependencies, readPackage } from '../contestants/code.ts';
import { type Contestant, isStartable, type LocalContestant } from '../contestants/manifest.ts';
import type { CoreDivision } from '../model/core-division.ts';
import type { Environment } from '../model.ts';
import { isClone } from './known-environment.ts';
import type { RunningRedis } from './redis/redis.ts';
import { run } from './run.ts';
import type { Provision } from './sources.ts';

type RunBackends = { readonly redis: RunningRedis | undefined; readonly provisions: readonly Provision[] };

/** Reads the facts on which the numbers depend, except the code; `unknown` if the platform does not tell. */
export async function readEnvironment(
  root: string,
  contestants: readonly Contestant[],
  { redis, provisions }: RunBackends,
  division?: CoreDivision,
): Promise<Environment> {
  return {
    cpuModel: cpus()[0]?.model.trim() ?? 'unknown CPU',
    cores: availableCores(),
    ...(division && { part: { of: division.of, generators: division.generators.length } }),
    ...quotaBelow(availableCores()),
    // A container may have less than its machine.
    memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
    os: `${type()} ${release()}${isContainer() ? ', in a container' : ''}`,
    ...(await underHypervisor()),
    node: process.versions.node,
    redis: redis ? `${redis.version} (${redis.source})` : 'none',
    ...(provisions.length > 0 && {
      provisions: Object.fromEntries(
        provisions.map(({ need, version, source }) => [need, `${version} (${source})`]),
      ),
    }),
    packages: Object.fromEntries(
      (await Promise.all(contestants.filter(isStartable).map(dependencies))).flat().sort(),
    ),
    gitCommit: isClone(root) ? await gitCommit(root) : await published(root),
  };
}

/** Docker and Podman put these files into each container. */
const isContainer = (): boolean => ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file));

/** Reads the time that a container allows, if it is less than that of its cores. */
function quotaBelow(cores: number): Pick<Environment, 'quota'> {
  const quota = cpuQuota()?.cores;
  return quota === undefined || quota >= cores ? {} : { quota };
}

/** Tells whether the CPU is virtual: on x86 it then has the flag `hypervisor`; for other processors it is not known. */
async function underHypervisor(): Promise<Pick<Environment, 'virtual'>> {
  const about = await readFile('/proc/cpuinfo', 'utf8').catch(() => '');
  const flags = /^flags\s*:(.*)$/m.exec(about)?.[1];
  return flags === undefined ? {} : { virtual: / hypervisor\b/.test(flags) };
}

/** Reads the installed versions of a contestant's own dependencies; the commit covers the workspace's packages. */
async function dependencies({ folder }: LocalContestant): Promise<[string, string][]> {
  const versionOf = async (name: string): Promise<[string, string]> => {
    const place = await installed(folder, name);
    const { version = 'unknown' } = place === undefined ? {} : await readPackage(place);
    return [name, version];
  };
  return Promise.all(outsideDependencies(await readPackage(folder)).map(versionOf));
}

/** Names the package's version, which stands for the commit outside of a clone. */
async function published(root: string): Promise<string> {
  const { name, version } = await readPackage(root);
  return name === undefined ? 'unknown' : `${name} ${version}`;
}

/** The variables that git sets for a hook: they name the repository of the hook. */
const OF_A_REPOSITORY = /^GIT_(?:COMMON_DIR|DIR|INDEX_FILE|OBJECT_DIRECTORY|PREFIX|WORK_TREE)$/;
const withoutRepository = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_A_REPOSITORY.test(name)));

/** Reads the commit of a checkout, and whether its packages have changed since; `unknown` without git. */
export async function gitCommit(root: string): Promise<string> {
  try {
    const git = (...args: string[]) => run('git', ['-C', root, ...args], { env: withoutRepository() });
    const { stdout: commit } = await git('rev-parse', '--short=12', 'HEAD');
    const { stdout: changes } = await git('status', '--porcelain', '--', 'packages');
    return commit.trim() + (changes === '' ? '' : ' with uncommitted changes');
  } catch {
    return 'unknown';
  }
}

/** These packages write pages or are tools; their sources change no measurement. */
const PROSE = [
  'packages/report/**',
  'packages/questions/src/page/**',
  'packages/lab/**',
  'packages/conformance/**',
];

/**
 * Computes the SHA-256 of the sources of all packages that take part in measuring, with the peers and the lockfile. It
 * covers the files' names, in their order. Only the code that began a run may continue it.
 */
export async function fingerprint(root: string): Promise<string> {
  const sources = glob('packages/{*,peers/*}/{package.json,src/**/*.{ts,js}}', { cwd: root, exclude: PROSE });
  const files = ['pnpm-lock.yaml', ...(await Array.fromAsync(sources))];
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const content = await readFile(join(root, file)).catch(() => '');
    hash
      .update(`${file.replaceAll('\\', '/')}\0`)
      .update(content)
      .update('\0');
  }
  return hash.digest('hex');
}

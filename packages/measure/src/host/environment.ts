import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Contestant, isStartable, type LocalContestant } from '../contestants/manifest.ts';
import type { Environment } from '../model.ts';
import type { Provision } from './provision.ts';
import type { RunningRedis } from './redis/redis.ts';

const run = promisify(execFile);

/** What runs beside the contestants, for those who need it. */
type RunBackends = { readonly redis: RunningRedis | undefined; readonly provisions: readonly Provision[] };

/** What the numbers depend on beside the code. What cannot be told is said to be unknown, not guessed. */
export async function readEnvironment(
  root: string,
  contestants: readonly Contestant[],
  { redis, provisions }: RunBackends,
): Promise<Environment> {
  return {
    cpuModel: cpus()[0]?.model.trim() ?? 'unknown CPU',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    os: `${type()} ${release()}`,
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
    gitCommit: await gitCommit(root),
  };
}

/** Installed versions of a contestant's own dependencies; the workspace's packages are covered by the commit. */
async function dependencies({ folder }: LocalContestant): Promise<[string, string][]> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const names = Object.entries<string>(manifest.dependencies ?? {})
    .filter(([, range]) => !range.startsWith('workspace:'))
    .map(([name]) => name);
  const resolver = createRequire(join(folder, 'package.json'));
  return Promise.all(
    names.map(async (name) => [name, await installedVersion(resolver, name)] as [string, string]),
  );
}

async function installedVersion(resolver: NodeJS.Require, name: string): Promise<string> {
  for (const folder of resolver.resolve.paths(name) ?? []) {
    const text = await readFile(join(folder, name, 'package.json'), 'utf8').catch(() => undefined);
    if (text !== undefined) return JSON.parse(text).version;
  }
  return 'unknown';
}

async function gitCommit(root: string): Promise<string> {
  try {
    const { stdout: commit } = await run('git', ['-C', root, 'rev-parse', '--short=12', 'HEAD']);
    const { stdout: changes } = await run('git', ['-C', root, 'status', '--porcelain', '--', 'packages']);
    return commit.trim() + (changes === '' ? '' : ' with uncommitted changes');
  } catch {
    return 'unknown';
  }
}

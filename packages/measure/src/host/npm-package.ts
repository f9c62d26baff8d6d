import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Guard } from './guard.ts';
import { assertProcessRoom } from './process-room.ts';
import { onPath, reasonOf, run } from './run.ts';
import { cacheFolder, makeInCache, type ProvisionSource } from './sources.ts';

/** A package with its exact version: `wattpm@3.67.0`, `@deno/linux-x64-glibc@2.5.6`. */
export type NpmSpec = `${string}@${string}`;

/** Packages that are installed together, into one `node_modules`. */
export type NpmPackages = readonly [NpmSpec, ...NpmSpec[]];

const WITHIN_MS = 300_000;

/** Names the folder of a set of packages and versions, so that a newer version never meets an older one's files. */
export const npmFolder = (specs: NpmPackages): string =>
  join(cacheFolder(), 'npm', specs.join('+').replace(/[^\w.@+-]/g, '-'));

/** Finds the `node_modules` of an earlier download. @throws if there is none */
export async function npmFetchedBefore(specs: NpmPackages): Promise<string> {
  const modules = join(npmFolder(specs), 'node_modules');
  if (!existsSync(modules)) throw new Error('not fetched yet');
  return modules;
}

/**
 * Installs packages from the npm registry into the cache folder, without running their install scripts. npm checks
 * the download by the SHA-512 of the registry. The files are written to a temporary folder and then renamed. So a
 * killed download leaves no partial folder, and of two downloads the first one counts.
 *
 * @param guard removes the temporary folder if the bench is killed
 * @param isBroken whether the earlier download does not work, and is replaced
 * @returns the `node_modules` of the packages
 * @throws an error that names the packages, npm's message, and what to do
 */
export async function fetchNpmPackages(specs: NpmPackages, guard: Guard, isBroken = false): Promise<string> {
  const target = npmFolder(specs);
  const npm = await onPath('npm');
  if (npm === undefined) throw new Error(failure(specs, 'npm is not on the PATH; it comes with Node.js'));
  assertProcessRoom('npm');
  await makeInCache(join(target, '..'));
  const aside = `${target}.${randomUUID()}`;
  guard.watch({ folder: aside }); // before it exists: the bench may be killed as soon as it does
  try {
    await mkdir(aside);
    const dependencies = Object.fromEntries(specs.map(nameAndVersion));
    await writeFile(join(aside, 'package.json'), JSON.stringify({ private: true, dependencies }));
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--fetch-retries=1'];
    await run(npm, ['install', ...flags], { cwd: aside, timeout: WITHIN_MS });
    if (isBroken) await rm(target, { recursive: true, force: true });
    await rename(aside, target).catch((error) => {
      if (!existsSync(target)) throw error; // otherwise another process was first
    });
    return await npmFetchedBefore(specs);
  } catch (error) {
    throw new Error(failure(specs, reasonOf(error as Error, 3).replaceAll('npm error ', '')));
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

const failure = (specs: NpmPackages, reason: string) =>
  `${specs.join(' and ')} could not be fetched from the npm registry (${reason}): check the network and npm's registry (npm config get registry)`;

/**
 * Provides the packages of a manifest's `npm:wattpm@3.65.0 @platformatic/node@3.65.0`, from the cache or the
 * registry. The variable `NPM_WATTPM`, named after the first package, has the path of their `node_modules`.
 *
 * @param say reports a download before it begins, with its folder
 */
export function npmSources(
  need: `npm:${string}`,
  guard: Guard,
  say: (line: string) => void,
): ProvisionSource[] {
  const specs = need.slice('npm:'.length).split(' ') as unknown as NpmPackages;
  const variable = `NPM_${nameAndVersion(specs[0])[0].toUpperCase().replace(/\W+/g, '_').replace(/^_/, '')}`;
  const provisionOf = async (modules: Promise<string>) => ({
    version: versionsOf(specs),
    env: { [variable]: await modules },
    stop: async () => {}, // the next run finds the packages in the cache
  });
  // Both sources have one name: a study records where the packages came from, and not when.
  const id = 'the npm registry';
  return [
    { id, start: () => provisionOf(npmFetchedBefore(specs)) },
    {
      id,
      start() {
        say(`${specs.join(' and ')}: fetched from the npm registry, once, into ${npmFolder(specs)}`);
        return provisionOf(fetchNpmPackages(specs, guard));
      },
    },
  ];
}

/** Writes the versions of the first package and of the others: `3.65.0 with @platformatic/node 3.65.0`. */
function versionsOf([first, ...others]: NpmPackages): string {
  const named = others.map((spec) => nameAndVersion(spec).join(' '));
  return [nameAndVersion(first)[1], ...(named.length > 0 ? [`with ${named.join(', ')}`] : [])].join(' ');
}

/** Splits at the last @, because a scope begins with one. */
function nameAndVersion(spec: NpmSpec): [string, string] {
  const at = spec.lastIndexOf('@');
  return [spec.slice(0, at), spec.slice(at + 1)];
}

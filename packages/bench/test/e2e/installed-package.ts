import assert from 'node:assert/strict';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { runtimeNamed } from '@cpu-bound/measure/contestants/runtimes';
import { placeOf, runtimeSources } from '@cpu-bound/measure/host/runtimes';
import { firstThatStarts } from '@cpu-bound/measure/host/sources';
import { run } from '@cpu-bound/workload/test/child-process';
import { copyExample } from './example.ts';
import { link } from './link.ts';

/** The folder into which `packages/npx` builds the package. */
export const dist = join(import.meta.dirname, '../../../npx/dist');

/**
 * By `pnpm test:scaffold`: npm packs, installs and starts the package on each version of Node.js, and each question of
 * the profile is measured, with a queue, too. `pnpm test` starts the built package as npm would have installed it, and
 * measures throughput alone.
 */
export const isWhole = process.env.SCAFFOLD === 'whole';

/** npm installs a package as yarn does: it refuses one that needs another Node.js. */
export const AS_STRICT = ['--engine-strict', '--no-audit', '--no-fund', '--prefer-offline'];

/** The version of the Node.js that runs the tests. */
export const PRESENT = process.versions.node;

/** Finds the program of a version of Node.js, which npm fetches unless it is the present one. */
export async function nodeOf(version: string): Promise<string> {
  if (version === PRESENT) return process.execPath;
  const runtime = runtimeNamed(`node-${version}`) ?? assert.fail(version);
  await firstThatStarts(runtimeSources(runtime, { watch() {} }, console.log));
  return placeOf(runtime)?.program ?? assert.fail(version);
}

export const installedIn = (project: string): string => join(project, 'node_modules/cpu-bound-bench');

/**
 * Makes the example's project, with the package installed.
 *
 * @param made the built package: its folder, or what npm packs of it
 * @returns the variables of a shell with this version of Node.js
 */
export async function projectWith(made: string, project: string, version: string): Promise<{ PATH: string }> {
  await copyExample(project);
  const PATH = [dirname(await nodeOf(version)), process.env.PATH].join(delimiter);
  if (!isWhole) return { PATH: [await putInPlace(project), PATH].join(delimiter) };
  await run('npm', ['install', made, ...AS_STRICT], { cwd: project, env: { PATH } });
  return { PATH };
}

/**
 * Does what `npm install` does, with the packages that the workspace has.
 *
 * @returns a folder with an `npx` that finds the package without npm
 */
async function putInPlace(project: string): Promise<string> {
  const installed = installedIn(project);
  await cp(dist, installed, { recursive: true });
  await chmod(join(installed, 'bin.js'), 0o755);
  const programs = join(dirname(project), 'bin');
  await mkdir(programs);
  const start = `#!/bin/sh\n# --yes cpu-bound-bench@VERSION\nshift 2\nexec '${installed}/bin.js' "$@"\n`;
  await writeFile(join(programs, 'npx'), start, { mode: 0o755 });
  for (const folder of [project, installed]) {
    const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    await link(folder, Object.keys(dependencies));
  }
  return programs;
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeFacts } from '../model.ts';
import { installed, outsideDependencies, packageFolderOf, reachFrom, readPackage } from './reach.ts';

const SOURCE = /\.[cm]?[jt]sx?$/;

/**
 * Counts the cost of owning a contestant. This is the code that its command leads to, also in other packages of this
 * repository, and the packages that are installed from outside.
 *
 * @returns undefined if the command names no script in the folder, as in another language: nothing is guessed
 */
export async function countCode(folder: string, command: readonly string[]): Promise<CodeFacts | undefined> {
  const main = command.slice(1).find((word) => SOURCE.test(word) && existsSync(join(folder, word)));
  if (main === undefined) return undefined;
  const reached = await reachFrom(join(folder, main));
  const direct = await outside(folder);
  const all = new Set<string>();
  for (const place of new Set([folder, ...[...reached.keys()].map(packageFolderOf)])) {
    for (const dependency of await outside(place)) await gather(dependency, all);
  }
  return {
    lines: [...reached.values()].reduce((sum, text) => sum + linesOf(text), 0),
    directDependencies: direct.length,
    allDependencies: all.size,
  };
}

/** Counts the lines that are neither blank nor comment. */
function linesOf(text: string): number {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '');
  return code.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
}

/** Finds the folders of a package's own dependencies, without those of the workspace. */
async function outside(folder: string): Promise<string[]> {
  const names = outsideDependencies(await readPackage(folder));
  const folders = await Promise.all(names.map((name) => installed(folder, name)));
  return folders.filter((path) => path !== undefined);
}

/** Adds a package and its dependencies at any depth; each installed folder counts once. */
async function gather(folder: string, all: Set<string>): Promise<void> {
  if (all.has(folder)) return;
  all.add(folder);
  for (const next of await outside(folder)) await gather(next, all);
}

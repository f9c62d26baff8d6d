import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CodeFacts } from '../../model.ts';

type Package = {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
};

const SOURCE = /\.[cm]?[jt]sx?$/;

/**
 * What a contestant's folder adds: lines of its `src`, and the packages that it installs from outside.
 *
 * @returns undefined for a folder without `src`, as in another language: nothing is guessed
 */
export async function countCode(folder: string): Promise<CodeFacts | undefined> {
  const entries = await readdir(join(folder, 'src'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const sources = entries.filter((entry) => entry.isFile() && SOURCE.test(entry.name));
  if (sources.length === 0) return undefined;
  const texts = await Promise.all(
    sources.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
  );
  const direct = await outside(folder);
  const all = new Set<string>();
  for (const found of direct) await gather(found, all);
  return {
    lines: texts.reduce((sum, text) => sum + linesOf(text), 0),
    files: sources.length,
    directDependencies: direct.length,
    allDependencies: all.size,
  };
}

/** Lines of code: those that are neither blank nor comment. */
function linesOf(text: string): number {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '');
  return code.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
}

const read = async (folder: string): Promise<Package> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}'));

/** The folders of a package's own dependencies, those of the workspace left out. */
async function outside(folder: string): Promise<string[]> {
  const { dependencies = {} } = await read(folder);
  const names = Object.entries(dependencies).filter(([, range]) => !range.startsWith('workspace:'));
  const found = await Promise.all(names.map(([name]) => installed(folder, name)));
  return found.filter((path) => path !== undefined);
}

/** As Node.js looks for it: in `node_modules` of the folder and of those above it. */
async function installed(from: string, name: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = await realpath(join(folder, 'node_modules', name)).catch(() => undefined);
    if (path !== undefined) return path;
    if (dirname(folder) === folder) return undefined;
  }
}

/** Adds a package and all that it needs, each installed folder once. */
async function gather(folder: string, all: Set<string>): Promise<void> {
  if (all.has(folder)) return;
  all.add(folder);
  for (const next of await outside(folder)) await gather(next, all);
}

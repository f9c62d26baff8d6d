import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** The files to which one file leads, by absolute path, with their texts. */
export type ProgramFiles = ReadonlyMap<string, string>;

/** Lists the specifiers of the files that a text imports or starts. */
export const specifiersIn = (text: string): string[] =>
  [...text.matchAll(IMPORT), ...text.matchAll(STARTED)].map(([, specifier = '']) => specifier);

type Exports = string | Readonly<Record<string, string>>;

const IMPORT = /\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;
/** Matches the file of a thread or process that the code starts. */
const STARTED = /new URL\(\s*['"](\.[^'"]+)['"],\s*import\.meta\.url\s*\)/g;
const SCRIPT = /\.[cm]?[jt]s$/;

/**
 * Collects the files of a program: its own file, the files that it imports or starts, and so on. Files of the
 * repository's other packages belong to it, files outside of the repository do not.
 */
export async function reachFrom(
  file: string,
  reached: Map<string, string> = new Map(),
): Promise<ProgramFiles> {
  if (reached.has(file)) return reached;
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return reached;
  reached.set(file, text);
  for (const specifier of specifiersIn(text)) {
    const target = specifier.startsWith('.')
      ? resolve(dirname(file), specifier)
      : await inWorkspace(dirname(file), specifier);
    if (target !== undefined && SCRIPT.test(target)) await reachFrom(target, reached);
  }
  return reached;
}

/** Finds the file of a package of this repository, which is linked and not installed. */
export async function inWorkspace(from: string, specifier: string): Promise<string | undefined> {
  const [, name, path = ''] = /^(@[^/]+\/[^/]+|[^/@][^/]*)(\/.*)?$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  const folder = await installed(from, name);
  if (folder === undefined || /[\\/]node_modules[\\/]/.test(folder)) return undefined;
  const { exports } = await readPackage(folder);
  const file = typeof exports === 'string' ? exports : exports?.[`.${path}`];
  return file === undefined ? undefined : join(folder, file);
}

/** Finds an installed package as Node.js does: in `node_modules` of the folder and of those above it. */
export async function installed(from: string, name: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = await realpath(join(folder, 'node_modules', name)).catch(() => undefined);
    if (path !== undefined) return path;
    if (dirname(folder) === folder) return undefined;
  }
}

type Dependencies = Readonly<Record<string, string>>;

export type Package = {
  readonly name?: string;
  readonly version?: string;
  readonly dependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
  readonly peerDependencies?: Dependencies;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly exports?: Exports;
};

export const readPackage = async (folder: string): Promise<Package> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}'));

export const outsideDependencies = ({ dependencies = {} }: Package): string[] =>
  Object.keys(dependencies).filter((name) => !dependencies[name]?.startsWith('workspace:'));

export function packageFolderOf(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return folder;
  }
}

import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { shellWord } from '../model/shell-word.ts';
import type { CodeFacts } from '../model.ts';
import { type Contestant, isStartable, type LocalContestant } from './manifest.ts';

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

const SOURCE = /\.[cm]?[jt]sx?$/;
/** The package with the functions of the bench and their loader, in place of which a service has its own function. */
const WORKLOADS = '@cpu-bound/workload';
/** The builder of OpenAPI documents, in place of which a service has a document. */
const DOCUMENT = /[\\/]packages[\\/]service[\\/]src[\\/]http[\\/]openapi\./;
/** The files of a written service for its function and its OpenAPI document, below `src/`. */
const OF_FUNCTION = /^(?:task\.|workload[\\/]|service[\\/]http[\\/]openapi\.)/;

/**
 * Counts what somebody owns who deploys a contestant: the code that its script leads to, also in other packages of this
 * repository, and the packages that this code imports. The function, its loading and its OpenAPI document do not count:
 * they are the reader's, or the bench's. So a written service counts as its strategy does.
 *
 * @returns undefined if the command names no script in the folder, as in another language: nothing is guessed
 */
export async function countCode({
  folder,
  command,
  scaffolded,
}: Pick<LocalContestant, 'folder' | 'command' | 'scaffolded'>): Promise<CodeFacts | undefined> {
  const words = scaffolded ? ['src/main.ts', 'src/main.js'] : command.slice(1);
  const main = words.find((word) => SOURCE.test(word) && existsSync(join(folder, word)));
  if (main === undefined) return undefined;
  const isOwned = (file: string) =>
    scaffolded ? !OF_FUNCTION.test(relative(join(folder, 'src'), file)) : !DOCUMENT.test(file);
  const texts = new Map<string, string>();
  const packages = new Map<string, string | undefined>();
  await collect(join(folder, main));
  // A written service installs those of its function, too.
  const declared = scaffolded ? [] : outsideDependencies(await readPackage(folder));
  for (const name of declared) packages.set(name, await installed(folder, name));
  const folders = new Set<string>();
  for (const place of packages.values()) if (place !== undefined) await gather(place, folders);
  return {
    lines: [...texts.values()].reduce((sum, text) => sum + linesOf(text), 0),
    directDependencies: packages.size,
    allDependencies: folders.size,
  };

  async function collect(file: string): Promise<void> {
    if (texts.has(file) || !isOwned(file)) return;
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) return;
    texts.set(file, text);
    for (const specifier of specifiersIn(text)) await follow(specifier, file);
  }
  async function follow(specifier: string, from: string): Promise<void> {
    if (specifier.startsWith(WORKLOADS)) return;
    if (specifier.startsWith('.')) return collect(sourceOf(resolve(dirname(from), specifier)));
    const entry = await inWorkspace(dirname(from), specifier);
    if (entry !== undefined) return collect(entry);
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';
    if (name !== '' && !isBuiltin(specifier)) packages.set(name, await installed(dirname(from), name));
  }
}

/** Finds the source of a file that is named as it is built. */
const sourceOf = (file: string): string =>
  existsSync(file) ? file : file.replace(/\.([cm]?)js$/, (_, kind: string) => `.${kind}ts`);

const IMPORTS = /^(?:import|export)\b(?:[^;'"=]*\bfrom)?\s*['"][^'"]*['"];?/gm;

/** Counts the lines that are neither blank nor comment nor import, since a written service has more of these. */
function linesOf(text: string): number {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(IMPORTS, '');
  return code.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
}

/** Adds a package and those that are installed for it, at any depth, as `npm ls` lists them; each folder counts once. */
async function gather(folder: string, gathered: Set<string>): Promise<void> {
  if (gathered.has(folder)) return;
  gathered.add(folder);
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
    await readPackage(folder);
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  for (const name of names) {
    const place = peerDependenciesMeta?.[name]?.optional ? undefined : await installed(folder, name);
    if (place !== undefined) await gather(place, gathered);
  }
}

/** Finds contestants without their program, as before a build: a sentence for each, with what to do. */
export function notBuilt(contestants: readonly Contestant[], from: string): string[] {
  return contestants.filter(isStartable).flatMap(({ id, folder, command: [program, ...args] }) => {
    const file = program === 'node' ? args.find((word) => /^[^-].*\.[cm]?[jt]s$/.test(word)) : undefined;
    // The package for npx has each source as JavaScript at its own path.
    const paths = file === undefined ? [] : [file, file.replace(/ts$/, 'js')];
    if (file === undefined || paths.some((path) => existsSync(join(folder, path)))) return [];
    const place = relative(from, folder) || '.';
    return [
      `--contestants ${id}: has no ${file}, which its command starts; build it first: (cd ${shellWord(place)} && npm install && npm run build)`,
    ];
  });
}

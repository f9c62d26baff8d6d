import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import type { CodeFacts } from '../model.ts';
import type { LocalContestant } from './manifest.ts';
import { installed, inWorkspace, outsideDependencies, readPackage, specifiersIn } from './reach.ts';

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

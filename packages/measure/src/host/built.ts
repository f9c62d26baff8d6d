import { hash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, glob, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { inWorkspace, type ProgramFiles, packageFolderOf, reachFrom } from '../contestants/code.ts';
import type { LocalContestant } from '../contestants/manifest.ts';
import { runtimeNamed } from '../contestants/runtimes.ts';
import { isOutOf, SystemRefusal } from '../model/errors.ts';
import { asBuilt, javascript } from './javascript.ts';
import { isClone } from './known-environment.ts';
import { cacheFolder, makeInCache } from './sources.ts';

/** A change of how files are built raises this number, so that an old build is not used. */
const FORMAT = '1';
const TYPESCRIPT = /\.ts$/;

const known = new Map<string, Promise<LocalContestant>>();

/**
 * Builds a contestant as it is deployed: JavaScript, from its sources and from those that they import in the same
 * workspace. A build is found by the content of all of these files, so that none is older than its sources.
 *
 * @returns the contestant unchanged if there is nothing to build. It has another language, is JavaScript already, lies
 *   outside of a workspace, or its runtime is measured with the sources
 */
export function built(contestant: LocalContestant): Promise<LocalContestant> {
  const { folder, command, runtime } = contestant;
  const top = workspaceOf(folder);
  const scripts = command
    .filter((word) => TYPESCRIPT.test(word))
    .map((word) => resolve(folder, word))
    .filter((file) => existsSync(file));
  const readsSources = runtime !== undefined && runtimeNamed(runtime.name)?.program !== 'node';
  if (top === undefined || scripts.length === 0 || command[0] !== 'node' || readsSources)
    return Promise.resolve(contestant);
  const key = JSON.stringify([folder, scripts]);
  const before =
    known.get(key) ?? build(top, folder, scripts).then((into) => ({ ...contestant, folder: into }));
  known.set(key, before);
  return before.then(({ folder: into }) => ({
    ...contestant,
    folder: into,
    command: command.map(asBuilt) as unknown as LocalContestant['command'],
  }));
}

/** The folder of the bench's packages, in a clone or in npm's installation. */
const OURS = resolve(import.meta.dirname, '../../../..');

/**
 * Chooses the folder and the command of a service's start. A user's function must find the folder in which the
 * command was given, as it does in the checks. So contestants of the bench start there, by the absolute path of their
 * script. Others start in their own folder.
 */
export function startedFrom(
  sources: LocalContestant,
  { folder, command, ...rest }: LocalContestant,
): LocalContestant {
  const isOurs = folder !== sources.folder || folder.startsWith(join(OURS, '/'));
  if (!isOurs || command[0] !== 'node') return { ...rest, folder, command };
  const withPath = ([program, ...words]: LocalContestant['command']): LocalContestant['command'] => [
    program,
    ...words.map((word) => (existsSync(join(folder, word)) ? join(folder, word) : word)),
  ];
  return { ...rest, folder: process.cwd(), command: withPath(command) };
}

function workspaceOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (isClone(at)) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Builds the files, unless they are built. @returns the folder in the build that stands for `folder` */
async function build(top: string, folder: string, scripts: readonly string[]): Promise<string> {
  const files = await filesOf(folder, scripts);
  const texts = [...files].map(([file, text]) => [relative(top, file), text] as const).sort();
  const name = hash('sha256', JSON.stringify([FORMAT, top, texts])).slice(0, 20);
  const place = await writable(top);
  const out = join(place, name);
  if (!existsSync(out)) {
    const unfinished = join(place, `${name}.${randomUUID()}`);
    try {
      await write(unfinished, top, folder, files);
      // Another bench may have made the same build meanwhile.
      await rename(unfinished, out).catch((error: unknown) => {
        if (!existsSync(out)) throw error;
      });
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }
  return join(out, relative(top, folder));
}

/**
 * Builds contestants for an image, which installs their dependencies itself: only `packages/…/src` below `out`.
 *
 * @param folders of contestants, in one workspace
 * @throws Error if the dependencies of one are not installed: its imports would still name our TypeScript sources
 */
export async function buildInto(out: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const top = workspaceOf(folder);
    if (top === undefined) throw new Error(`${folder}: is in no workspace`);
    if (!existsSync(join(folder, 'node_modules')))
      throw new Error(`${folder}: its dependencies are not installed; install them before it is built`);
    await writeJavaScript(out, top, await filesOf(folder, []));
  }
}

/** Finds the files to which the scripts lead, and the other sources of the folder: a service may name one by a text. */
async function filesOf(folder: string, scripts: readonly string[]): Promise<ProgramFiles> {
  const files = new Map<string, string>();
  for (const script of scripts) await reachFrom(script, files);
  for await (const name of glob('src/**/*.ts', { cwd: folder })) await reachFrom(join(folder, name), files);
  return files;
}

/** Finds a writable folder for builds: in the workspace, so that a clean-up removes it, or in the user's cache. */
async function writable(top: string): Promise<string> {
  const modules = join(top, 'node_modules');
  const isOurs = await access(modules, constants.W_OK).then(
    () => true,
    () => false,
  );
  const place = isOurs ? join(modules, '.cache/cpu-bound-built') : join(cacheFolder(), 'built');
  if (isOurs) await mkdir(place, { recursive: true });
  else
    await makeInCache(place).catch((error: Error) => {
      throw isOutOf(error) ? error : new SystemRefusal(error.message);
    });
  return place;
}

async function write(out: string, top: string, folder: string, files: ProgramFiles): Promise<void> {
  const at = (path: string) => join(out, relative(top, path));
  await writeJavaScript(out, top, files);
  for (const place of new Set([folder, ...[...files.keys()].map(packageFolderOf)])) {
    await mkdir(at(place), { recursive: true });
    await writeFile(join(at(place), 'package.json'), '{ "type": "module" }\n');
    const modules = join(place, 'node_modules');
    if (existsSync(modules)) await symlink(modules, join(at(place), 'node_modules'));
  }
}

/** Writes each file to its place below `out`, which replaces `top`. */
async function writeJavaScript(out: string, top: string, files: ProgramFiles): Promise<void> {
  const at = (path: string) => join(out, relative(top, path));
  for (const [file, text] of files) {
    await mkdir(dirname(at(file)), { recursive: true });
    const targets = await namedIn(text, file);
    const code = await javascript(text, (specifier) => targets.get(specifier));
    await writeFile(asBuilt(at(file)), code);
  }
}

/** Maps the names of the bench's modules and files in a text to their names in the build. */
async function namedIn(text: string, file: string): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const folder = dirname(file);
  for (const [, specifier = ''] of text.matchAll(/'([\w@./-]+)'/g)) {
    const isFile = [folder, packageFolderOf(file)].some((from) => existsSync(join(from, specifier)));
    if (TYPESCRIPT.test(specifier) && isFile) names.set(specifier, asBuilt(specifier));
    if (!specifier.startsWith('@')) continue;
    const target = await inWorkspace(folder, specifier);
    if (target === undefined) continue;
    const path = relative(folder, asBuilt(target));
    names.set(specifier, path.startsWith('.') ? path : `./${path}`);
  }
  return names;
}

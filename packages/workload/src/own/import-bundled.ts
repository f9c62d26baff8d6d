import { statSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { registerHooks, setSourceMapsSupport } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { IMPORTED_BY, OWN_IMPORT } from './begin-at-their-file.ts';
import { madeBefore, nameOf, needsBundling, ownFolder } from './bundles.ts';

const sources = new Map<string, string>();

/** Imports a module whose own files are bundled into one. It keeps the address of its file. */
export async function importBundled(file: string): Promise<object> {
  // Node.js caches that it could not load the file by itself.
  const url = `${pathToFileURL(file).href}?bundled`;
  if (!sources.has(url)) {
    if (sources.size === 0) hook();
    sources.set(url, await bundleOf(file));
  }
  return import(url);
}

/** Reads the bundle that a process made before, or makes it now. */
async function bundleOf(file: string): Promise<string> {
  const made = madeBefore(file);
  if (made !== undefined) return readFile(made, 'utf8');
  const { bundle } = await import('./bundle.ts');
  const text = await bundle(file);
  const folder = await ownFolder();
  if (folder === undefined) return text;
  const name = nameOf(file);
  const temporary = join(folder, `${crypto.randomUUID()}.tmp`);
  // The other processes make their own bundle if this write fails.
  await writeFile(temporary, text).then(
    () => rename(temporary, join(folder, name)),
    () => {},
  );
  return text;
}

/** The endings to try if a name has no extension. */
const ENDINGS = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '/index.ts', '/index.js'];

/**
 * Runs an import by a variable in a bundle, as Node.js runs it from the file that it was written in. If Node.js cannot,
 * the imported file is bundled.
 */
async function importFrom(importer: URL, name: unknown, options?: ImportCallOptions): Promise<object> {
  try {
    return await import(`${IMPORTED_BY}${importer.href} ${name}`, options);
  } catch (error) {
    const isFile = /^(?:\.{0,2}\/|file:)/.test(String(name));
    const path = isFile && needsBundling(error) ? fileURLToPath(new URL(String(name), importer)) : undefined;
    const file = ENDINGS.map((ending) => path + ending).find((path) => statSync(path, MAYBE)?.isFile());
    if (path === undefined || file === undefined) throw error;
    return importBundled(file);
  }
}
const MAYBE = { throwIfNoEntry: false } as const;

/**
 * Registers the hooks of this thread. They serve a bundle from memory, and begin each import in it at the file that it
 * was written in.
 */
function hook(): void {
  Reflect.set(globalThis, OWN_IMPORT, importFrom);
  setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (!specifier.startsWith(IMPORTED_BY)) return nextResolve(specifier, context);
      const [importer = '', ...name] = specifier.slice(IMPORTED_BY.length).split(' ');
      return nextResolve(name.join(' '), { ...context, parentURL: importer });
    },
    load(url, context, nextLoad) {
      const source = sources.get(url);
      if (source === undefined) return nextLoad(url, context);
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

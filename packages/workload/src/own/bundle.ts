import { readFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, extname, isAbsolute, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildFailure, build, type ImportKind, type Loader, type Plugin, stop } from 'esbuild';
import { BANNER, beginAtTheirFile, IMPORTED_BY } from './begin-at-their-file.ts';
import { lacksMetadata } from './stripped.ts';

/** The oldest line of Node.js that a contestant runs on, by `--node 22`. */
const TARGET = 'node22';

/**
 * The names by which a file refers to itself, and their values. Each file keeps its own, although all files become one
 * bundle.
 */
const SELF_REFERENCES: Readonly<Record<string, (file: string) => string>> = {
  'import.meta.url': (file) => pathToFileURL(file).href,
  'import.meta.filename': (file) => file,
  'import.meta.dirname': dirname,
  __filename: (file) => file,
  __dirname: dirname,
};
const nameOf = (word: string) => `__own_${word.replaceAll(/\W/g, '_')}`;

/**
 * Bundles a user's own files into one module. It accepts TypeScript for bundlers and for tsc, with the tsconfig.json
 * that is nearest to each file. Node.js loads packages and native addons itself.
 *
 * @throws esbuild's BuildFailure, which names the file by its absolute path, and the line
 */
export function bundle(file: string): Promise<string> {
  const made = last.then(() => bundleNow(file));
  last = made.catch(() => {});
  return made;
}

/** Builds wait for one another, because the end of esbuild's process ends all of them. */
let last: Promise<unknown> = Promise.resolve();

async function bundleNow(file: string): Promise<string> {
  try {
    const { outputFiles } = await build({
      entryPoints: [file],
      absWorkingDir: dirname(file), // the names of files in a bundle must be the same in every checkout
      outfile: join(dirname(file), `${basename(file, extname(file))}.bundled.mjs`),
      write: false,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: TARGET,
      resolveExtensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'],
      sourcemap: 'inline',
      sourcesContent: false,
      define: Object.fromEntries(Object.keys(SELF_REFERENCES).map((word) => [word, nameOf(word)])),
      banner: { js: BANNER },
      plugins: [metadata, selfReferences, ownFilesAlone],
      logLevel: 'silent',
    });
    return await beginAtTheirFile(outputFiles[0]?.text ?? '');
  } catch (error) {
    // esbuild names files from its working folder, which only this function knows.
    for (const { location } of (error as Partial<BuildFailure>).errors ?? [])
      if (location) location.file = resolve(dirname(file), location.file);
    throw error;
  } finally {
    await stop(); // otherwise the process that loads this would count its CPU time
  }
}

/** Refuses decorators that need metadata. */
const metadata: Plugin = {
  name: 'decorator-metadata',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?tsx?$/ }, async ({ path }) => {
      const text = lacksMetadata(path, await readFile(path, 'utf8'));
      return text === undefined ? undefined : { errors: [{ text, location: { file: path, line: 1 } }] };
    });
  },
};

const SCRIPT = /\.([cm]?[jt])s(x?)$/;

/** Declares the names by which a file refers to itself on its first line, so that line numbers stay as they are. */
const selfReferences: Plugin = {
  name: 'self-references',
  setup({ onLoad }) {
    onLoad({ filter: SCRIPT }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const used = Object.entries(SELF_REFERENCES).filter(([word]) => text.includes(word));
      if (used.length === 0) return undefined;
      const declared = used.map(
        ([word, valueIn]) => `const ${nameOf(word)} = ${JSON.stringify(valueIn(path))};`,
      );
      const [, kind = '', x = ''] = SCRIPT.exec(path) ?? [];
      const loader = `${kind.at(-1)}s${x}` as Loader;
      return { contents: declared.join(' ') + text.replace(/^#!.*/, ''), loader, resolveDir: dirname(path) };
    });
  },
};

/** Marks a resolution by this plugin, so that it is not called again for it. */
const RESOLVED = Symbol('resolved');

/** Keeps packages, addons and WebAssembly outside. A linked package of a workspace counts as the user's own code. */
const ownFilesAlone: Plugin = {
  name: 'own-files-alone',
  setup(bundler) {
    bundler.onResolve({ filter: /.*/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (pluginData === RESOLVED || kind === 'entry-point') return undefined;
      if (isBuiltin(path)) return { path, external: true };
      const resolved = await bundler.resolve(path, { importer, kind, resolveDir, pluginData: RESOLVED });
      const isResolved = resolved.errors.length === 0;
      if (isResolved && /\.(node|wasm)$/.test(resolved.path))
        return {
          path: kind === 'require-call' ? resolved.path : pathToFileURL(resolved.path).href,
          external: true,
        };
      const isPackage = !path.startsWith('.') && !isAbsolute(path);
      const isOwn = isResolved && !(isPackage && resolved.path.includes(`${sep}node_modules${sep}`));
      // esbuild resolves an import that this function returns undefined for, and uses the file's tsconfig.json only
      // then.
      return isOwn || !isPackage ? undefined : { path: outside(path, importer, kind), external: true };
    });
  },
};

/** Resolves a name as the file that imports it would. */
function outside(name: string, importer: string, kind: ImportKind): string {
  if (kind !== 'require-call' && kind !== 'require-resolve')
    return `${IMPORTED_BY}${pathToFileURL(importer).href} ${name}`;
  try {
    return createRequire(importer).resolve(name);
  } catch {
    return name; // the import reports this error when it runs, which may never happen
  }
}

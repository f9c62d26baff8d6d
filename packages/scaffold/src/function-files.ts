import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix, resolve, sep } from 'node:path';
import { BenchError } from '@cpu-bound/measure/model/errors';
import { build, type Plugin } from 'esbuild';

/** The files of the reader's function, and the packages that it needs. */
export type FunctionFiles = {
  /** The nearest folder with a package.json, or that of the file. */
  readonly project: string;
  /** The absolute paths of the files that it imports, and of its own, linked packages of its workspace included. */
  readonly files: readonly string[];
  /** The packages that these import, at their installed versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  /**
   * The absolute paths of the linked packages' modules, by the names of their imports. The task bundles them: no registry has
   * them, and their links are not in an image.
   */
  readonly linked: Readonly<Record<string, string>>;
  /** The absolute paths of the data that its modules read by their own path, by the names beside or below the module. */
  readonly data: Readonly<Record<string, string>>;
  /** Modules that ask for their own path, which is dist/ in a service, and do not name data, or name some that cannot be copied there. */
  readonly askWhereTheyAre: readonly string[];
  /** The names that the module exports; empty for CommonJS, whose names esbuild does not know. */
  readonly exported: readonly string[];
};

/**
 * Finds the files and packages of a function.
 *
 * @throws esbuild's BuildFailure if they cannot be bundled
 * @throws BenchError for a package that its files need in two versions
 */
export async function filesOfFunction(file: string): Promise<FunctionFiles> {
  const project = projectOf(file);
  const imports = createImports();
  const { metafile } = await build({
    entryPoints: [file],
    absWorkingDir: project,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    plugins: [imports.plugin],
    logLevel: 'silent',
  });
  const files = Object.keys(metafile.inputs).map((path) => resolve(project, path));
  const outputs = Object.values(metafile.outputs);
  const names = new Set(outputs.flatMap((output) => output.imports).flatMap(({ path }) => packageName(path)));
  return {
    project,
    files,
    linked: imports.linked,
    dependencies: Object.fromEntries(
      [...names].sort().map((name) => [name, oneVersion(name, imports.foldersOf(name), project)]),
    ),
    exported: outputs.flatMap((output) => output.exports),
    ...dataOf(files),
  };
}

/** Finds the data of the modules that ask for their own path: files beside or below them that a text in them names. */
function dataOf(files: readonly string[]): Pick<FunctionFiles, 'data' | 'askWhereTheyAre'> {
  const data: Record<string, string> = {};
  const askWhereTheyAre: string[] = [];
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    if (!/\bimport\.meta\.(?:url|dirname|filename)\b|\b__(?:dirname|filename)\b/.test(text)) continue;
    const named = [...text.matchAll(/(['"`])([\w.-][\w./-]*\.\w+)\1/g)]
      .map(([, , name = '']) => [posix.normalize(name), join(dirname(file), name)] as const)
      .filter(([, path]) => statSync(path, { throwIfNoEntry: false })?.isFile());
    // In dist/, two modules of different folders are one: a name can have one content.
    const copied = named.filter(([name, path]) => isData(name) && (data[name] ?? path) === path);
    if (named.length === 0 || copied.length < named.length) askWhereTheyAre.push(file);
    Object.assign(data, Object.fromEntries(copied));
  }
  return { data, askWhereTheyAre };
}

/** A module is a part of the task, dist/ is what lies beside it, and a package.json there would change the type of its modules. */
const isData = (name: string): boolean =>
  !/\.[cm]?[jt]sx?$/.test(name) && !name.startsWith('..') && posix.basename(name) !== 'package.json';

/** Marks a resolution by the plugin below, so that it is not called again for it. */
const RESOLVED = Symbol('resolved');

/** Collects the imports of packages. Linked packages of a workspace are the reader's own code, others stay outside. */
function createImports() {
  const linked: Record<string, string> = {};
  const folders = new Map<string, Set<string>>();
  const plugin: Plugin = {
    name: 'imports-of-packages',
    setup(bundler) {
      bundler.onResolve({ filter: /^[^./#]/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
        if (pluginData === RESOLVED || kind === 'entry-point' || isBuiltin(path)) return undefined;
        const found = await bundler.resolve(path, { importer, kind, resolveDir, pluginData: RESOLVED });
        const [name] = packageName(path);
        const isInstalled = found.errors.length > 0 || found.path.includes(`${sep}node_modules${sep}`);
        if (name !== undefined && isInstalled) {
          folders.set(name, (folders.get(name) ?? new Set()).add(resolveDir));
          return { path, external: true };
        }
        // A path of a tsconfig.json is no package.
        if (name !== undefined && placeOf(name, resolveDir)) linked[path] = found.path;
        return undefined;
      });
    },
  };
  return { plugin, linked, foldersOf: (name: string) => [...(folders.get(name) ?? [])] };
}

/** Finds the nearest folder with a package.json, or that of the file. */
export function projectOf(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder) return dirname(file);
  }
}

/** Reads the package of a specifier: `@scope/name/path` → `@scope/name`; none for modules of Node.js. */
function packageName(specifier: string): string[] {
  const name = /^(?:@[^/]+\/)?[^/.][^/]*/.exec(specifier)?.[0];
  return name === undefined || isBuiltin(specifier) || isBuiltin(name) ? [] : [name];
}

type Manifest = { readonly version?: string; readonly dependencies?: Readonly<Record<string, string>> };
const manifestIn = (folder: string): Manifest => {
  const file = join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};

/** Finds the version of a package for all files that import it. @throws BenchError if they get two */
function oneVersion(name: string, folders: readonly string[], project: string): string {
  const versions = new Map(folders.map((folder) => [versionOf(name, folder, project), folder]));
  const [first = '*', ...others] = versions.keys();
  if (others.length === 0) return first;
  const shown = [...versions].map(([version, folder]) => `${version} in ${folder}`).join(', ');
  throw new BenchError('USAGE', [
    `--workload: its files import two versions of ${name} (${shown}), and a service installs one; accepted: the same version in both places`,
  ]);
}

/** Finds the installed version, or the version in the project's manifest. */
function versionOf(name: string, from: string, project: string): string {
  const place = placeOf(name, from);
  const { version } = place === undefined ? {} : manifestIn(realpathSync(place));
  return version ?? manifestIn(project).dependencies?.[name] ?? '*';
}

/** Finds the folder of an installed or linked package, as an import from this folder does. */
function placeOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(place)) return place;
    if (dirname(folder) === folder) return undefined;
  }
}

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { build } from 'esbuild';

/** The files of the reader's function, and the packages that it needs. */
export type OwnFunction = {
  /** The nearest folder with a package.json, or that of the file. */
  readonly project: string;
  /** The absolute paths of the project's own files that it imports, and of its own. */
  readonly files: readonly string[];
  /** The packages that these import, at their installed versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Files that read their own path, which differs in dist/. */
  readonly askWhereTheyAre: readonly string[];
  /** The names that the module exports; empty for CommonJS, whose names esbuild does not know. */
  readonly exported: readonly string[];
};

/** Finds the files and packages of a function. @throws esbuild's BuildFailure if they cannot be bundled */
export async function ownFunction(file: string): Promise<OwnFunction> {
  const project = projectOf(file);
  const { metafile } = await build({
    entryPoints: [file],
    absWorkingDir: project,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  });
  const files = Object.keys(metafile.inputs).map((path) => resolve(project, path));
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const names = new Set(imports.map(({ path }) => path).flatMap(packageName));
  return {
    project,
    files,
    dependencies: Object.fromEntries(
      [...names].sort().map((name) => [name, versionOf(name, dirname(file), project)]),
    ),
    exported: Object.values(metafile.outputs).flatMap((output) => output.exports),
    askWhereTheyAre: files.filter((path) =>
      /\bimport\.meta\.(?:url|dirname|filename)\b|\b__(?:dirname|filename)\b/.test(
        readFileSync(path, 'utf8'),
      ),
    ),
  };
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
  return name === undefined || specifier.startsWith('node:') || BUILT_IN.has(name) ? [] : [name];
}

const BUILT_IN: ReadonlySet<string> = new Set(builtinModules);

type Manifest = { readonly version?: string; readonly dependencies?: Readonly<Record<string, string>> };
const manifestIn = (folder: string): Manifest => {
  const file = join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};

/** Finds the installed version, the path of a package of a workspace, or the version in the project's manifest. */
function versionOf(name: string, from: string, project: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(place)) {
      const real = realpathSync(place);
      const isLinked = !real.includes(`${sep}node_modules${sep}`);
      const { version = '*' } = manifestIn(real);
      return isLinked ? `file:${real}` : version;
    }
    if (dirname(folder) === folder) return manifestIn(project).dependencies?.[name] ?? '*';
  }
}

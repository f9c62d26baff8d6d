import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { madeOnce } from '@cpu-bound/measure/model/made-once';

export const packages = join(import.meta.dirname, '../..');
const posix = (path: string) => path.split(sep).join('/');
export const filesIn = (pattern: string) => globSync(pattern, { cwd: packages }).map(posix);
export const textOf = (file: string) => readFileSync(join(packages, file), 'utf8');
/** `threads`, `peers/pm2` */
export const packageOf = (file: string) => /^(?:peers\/)?[^/]+/.exec(file)?.[0] ?? '';

type Import = {
  /** The importing file, below `packages/`, as all files here. */
  readonly file: string;
  readonly specifier: string;
  /** The imported file of this workspace. */
  readonly target: string | undefined;
  /** True if it is loaded with its file, unlike a type or `import(`. */
  readonly isLoaded: boolean;
};

/** An import begins a statement, or is `import(`. Anything else may be in a string or a comment. */
const IMPORT =
  /^(?:import|export)( type\b)?(?:[^;'"]*?\bfrom)?\s*['"]([^'"]+)['"]|\bimport(?:\.meta\.resolve)?\(\s*['"]([^'"]+)['"]/gm;

export function importsOf(file: string): Import[] {
  const text = textOf(file).replace(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(IMPORT)].map(([, type, stated, called]) => {
    const specifier = stated ?? called ?? '';
    const isLoaded = type === undefined && called === undefined;
    return { file, specifier, target: targetOf(file, specifier), isLoaded };
  });
}

type Exports = string | Readonly<Record<string, string>>;
const packageExports = new Map<string, Exports>();
export const exportsOf = (name: string): Exports =>
  madeOnce(packageExports, name, () => JSON.parse(textOf(`${name}/package.json`)).exports ?? {});

function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix(join(dirname(file), specifier));
  const [, name, path = ''] = /^@cpu-bound\/([^/]+)(\/.*)?$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  const exports = exportsOf(name);
  const exported = typeof exports === 'string' ? exports : exports[`.${path}`];
  return exported === undefined ? undefined : posix(join(name, exported));
}

/** Lists the imports as `FILE imports SPECIFIER`, for a message. */
export const listed = (imports: readonly Import[]) =>
  imports.map(({ file, specifier }) => `${file} imports ${specifier}`);

export const sources = filesIn('{*,peers/*}/src/**/*.ts');
export const imports = sources.flatMap(importsOf);
export const betweenPackages = imports.filter(({ specifier }) => specifier.startsWith('@cpu-bound/'));
export const withinPackages = imports.filter(({ specifier }) => specifier.startsWith('.'));

/** Finds circles among files, folders or packages, each as a path. */
export function circles(ends: readonly (readonly [string | undefined, string | undefined])[]): string[] {
  const edges = Map.groupBy(
    ends.filter(([from, to]) => from !== undefined && to !== undefined && from !== to),
    ([from]) => from,
  );
  const found: string[] = [];
  const done = new Set<string | undefined>();
  const visit = (place: string | undefined, path: readonly (string | undefined)[]): void => {
    if (path.includes(place)) found.push([...path.slice(path.indexOf(place)), place].join(' → '));
    else if (!done.has(place)) for (const [, next] of edges.get(place) ?? []) visit(next, [...path, place]);
    done.add(place);
  };
  for (const place of edges.keys()) visit(place, []);
  return found;
}

/** Lists the packages from npm that are loaded with a file, before anything in it is called. */
export function loadedWith(file: string): string[] {
  const files = new Set([file]);
  const libraries = new Set<string>();
  for (const next of files)
    for (const { specifier, target } of imports.filter(({ file, isLoaded }) => isLoaded && file === next))
      if (target !== undefined) files.add(target);
      else if (!specifier.startsWith('node:')) libraries.add(specifier);
  return [...libraries].toSorted();
}

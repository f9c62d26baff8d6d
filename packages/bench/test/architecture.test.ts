import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { before, describe, it } from 'node:test';

const packages = join(import.meta.dirname, '../..');

type Import = {
  /** Relative to `packages/`, with forward slashes. */
  readonly file: string;
  readonly specifier: string;
};

const posix = (path: string) => path.split(sep).join('/');
const packageOf = (file: string) => file.split('/')[0] ?? '';

/** Strings and comments would be taken for imports: only what begins a statement counts, or `import(`. */
const patterns = [
  /^(?:import|export)\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]/g,
];

function importsOf(file: string): Import[] {
  const source = readFileSync(join(packages, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return patterns.flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, specifier = '']) => ({ file, specifier })),
  );
}

let all: Import[];
before(() => {
  const files = globSync('*/src/**/*.ts', { cwd: packages }).map(posix);
  all = files.flatMap(importsOf);
  assert.ok(files.length > 100 && all.length > files.length, 'the files are found, and their imports');
});

/** What a package imports from the workspace, each once: `@cpu-bound/service/contract`, … */
const workspaceImports = (name: string) =>
  new Set(
    all
      .filter(({ file, specifier }) => packageOf(file) === name && specifier.startsWith('@cpu-bound/'))
      .map(({ specifier }) => specifier),
  );

const allowed: Readonly<Record<string, readonly string[]>> = {
  workload: [],
  service: ['@cpu-bound/workload'],
  bench: ['@cpu-bound/workload', '@cpu-bound/service/contract'],
};
const forContestants = [
  '@cpu-bound/workload',
  '@cpu-bound/service',
  // Parts that a thread loads without the rest.
  '@cpu-bound/service/item',
  '@cpu-bound/service/kernel',
  '@cpu-bound/service/log',
];

/** Files that come back to themselves, each circle as a path of files. */
function circles(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    if (done.has(file)) return;
    if (path.includes(file)) return void found.push([...path.slice(path.indexOf(file)), file].join(' → '));
    path.push(file);
    for (const next of edges.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of edges.keys()) visit(file);
  return found;
}

describe('the packages', () => {
  it('import one another in one direction', () => {
    const names = new Set(all.map(({ file }) => packageOf(file)));
    for (const name of names) {
      const others = workspaceImports(name).difference(new Set(allowed[name] ?? forContestants));
      assert.deepEqual([...others], [], `${name} may import ${(allowed[name] ?? forContestants).join(', ')}`);
    }
  });

  it('reach into no other package by a path', () => {
    for (const { file, specifier } of all.filter((one) => one.specifier.startsWith('.'))) {
      const target = posix(normalize(join(dirname(file), specifier)));
      assert.ok(target.startsWith(`${packageOf(file)}/src/`), `${file} imports ${specifier}`);
    }
  });

  it('need nothing that is for tests alone', () => {
    const tools = /^(fast-check|node:test)$|\/conformance(\/|$)/;
    const used = all.filter(
      ({ file, specifier }) => tools.test(specifier) && !file.startsWith('service/src/conformance/'),
    );
    assert.deepEqual(used, []);
  });

  it('import no file in a circle, types included', () => {
    const edges = Map.groupBy(
      all.filter(({ specifier }) => specifier.startsWith('.')),
      ({ file }) => file,
    );
    const files = new Map(
      [...edges].map(([file, imports]) => [
        file,
        imports.map(({ specifier }) => posix(normalize(join(dirname(file), specifier)))),
      ]),
    );
    assert.deepEqual(circles(files), []);
  });
});

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { before, describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { withoutComments } from './source-text.ts';

const packages = join(import.meta.dirname, '../..');

type Import = {
  /** The path below `packages/`, with forward slashes. */
  readonly file: string;
  readonly specifier: string;
  /** True if it is loaded with its file, unlike a type or `import(`. */
  readonly isLoaded: boolean;
};

const posix = (path: string) => path.split(sep).join('/');
/** `threads`, `peers/pm2` */
const packageOf = (file: string) => /^(?:peers\/)?[^/]+/.exec(file)?.[0] ?? '';

/** An import begins a statement, or is `import(`. Anything else may be in a string or a comment. */
const patterns = [
  { pattern: /^(?:import|export)(?! type\b)[^;'"]*?\bfrom\s*['"]([^'"]+)['"]/gm, isLoaded: true },
  { pattern: /^(?:import|export) type\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]/gm, isLoaded: false },
  { pattern: /^import\s*['"]([^'"]+)['"]/gm, isLoaded: true },
  { pattern: /\bimport(?:\.meta\.resolve)?\(\s*['"]([^'"]+)['"]/g, isLoaded: false },
];

function importsOf(file: string): Import[] {
  const source = readFileSync(join(packages, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return patterns.flatMap(({ pattern, isLoaded }) =>
    [...source.matchAll(pattern)].map(([, specifier = '']) => ({ file, specifier, isLoaded })),
  );
}

let all: Import[];
let ofTests: Import[];
before(() => {
  const files = globSync('{*,peers/*}/src/**/*.ts', { cwd: packages }).map(posix);
  all = files.flatMap(importsOf);
  ofTests = globSync('*/test/**/*.ts', { cwd: packages }).map(posix).flatMap(importsOf);
  assert.ok(files.length > 100 && all.length > files.length, 'the search finds too few files or imports');
});

/** Lists the imports of a package from the workspace, each once: `@cpu-bound/service/contract`, … */
const workspaceImports = (name: string) => [
  ...new Set(
    all
      .filter(({ file, specifier }) => packageOf(file) === name && specifier.startsWith('@cpu-bound/'))
      .map(({ specifier }) => specifier),
  ),
];

/** The packages of the bench; each may import the exports of those before it (docs/adr/0032). */
const BENCH = ['stats', 'measure', 'study', 'report', 'questions', 'lab', 'bench'];
const workload = ['@cpu-bound/workload', '@cpu-bound/workload/defined'];
const contracts = [
  ...workload,
  '@cpu-bound/workload/poisoned',
  '@cpu-bound/service/container',
  '@cpu-bound/service/answer',
  '@cpu-bound/service/contract',
  '@cpu-bound/service/manifest',
];

/** The imports that a package may have; a name with a star stands for all exports of the package. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  workload: [],
  service: workload,
  conformance: [...workload, '@cpu-bound/service/manifest'],
  npx: ['@cpu-bound/measure/host/build/javascript', '@cpu-bound/scaffold', '@cpu-bound/scaffold/parts'],
  scaffold: ['@cpu-bound/measure/model/errors', '@cpu-bound/service/openapi'],
  stats: [],
  measure: ['@cpu-bound/stats/*', ...contracts],
  study: ['@cpu-bound/stats/*', '@cpu-bound/measure/*', ...contracts],
  report: ['@cpu-bound/stats/*', '@cpu-bound/measure/model/errors', '@cpu-bound/study/*'],
  questions: [
    '@cpu-bound/stats/*',
    '@cpu-bound/measure/contestants/manifest',
    '@cpu-bound/study/*',
    '@cpu-bound/report/*',
    ...contracts,
  ],
  lab: [
    '@cpu-bound/stats/*',
    '@cpu-bound/measure/*',
    '@cpu-bound/study/*',
    '@cpu-bound/report/*',
    ...workload,
  ],
  bench: [
    '@cpu-bound/measure/*',
    '@cpu-bound/study/*',
    '@cpu-bound/report/*',
    '@cpu-bound/questions/questions',
    '@cpu-bound/lab/*',
    '@cpu-bound/scaffold',
    ...workload,
  ],
};
const forContestants = [...workload, '@cpu-bound/service/*'];

/** Finds import circles of files or folders, each as a path. */
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

/** Makes an edge of each import from one owner to another; a file without an owner has no edges. */
function edgesBetween(
  ends: readonly (readonly [string | undefined, string | undefined])[],
): Map<string, string[]> {
  const edges = new Map<string, string[]>();
  for (const [from, to] of ends)
    if (from !== undefined && to !== undefined && from !== to)
      edges.set(from, [...(edges.get(from) ?? []), to]);
  return edges;
}

/** Finds the file of a relative import, below `packages/`. */
const targetOf = ({ file, specifier }: Import) => posix(normalize(join(dirname(file), specifier)));
const relative = () => all.filter(({ specifier }) => specifier.startsWith('.'));

describe('the packages', () => {
  it('import one another in one direction', () => {
    const names = new Set(all.map(({ file }) => packageOf(file)));
    for (const name of names) {
      const rules = allowed[name] ?? forContestants;
      const isAllowed = (specifier: string) =>
        rules.some((rule) =>
          rule.endsWith('/*') ? specifier.startsWith(rule.slice(0, -1)) : specifier === rule,
        );
      const others = workspaceImports(name).filter((specifier) => !isAllowed(specifier));
      assert.deepEqual(others, [], `${name} may import ${rules.join(', ')}`);
    }
  });

  it('have no import circle', () => {
    const ends = all
      .filter(({ specifier }) => specifier.startsWith('@cpu-bound/'))
      .map(({ file, specifier }) => [packageOf(file), specifier.split('/')[1]] as const);
    assert.deepEqual(circles(edgesBetween(ends)), []);
  });

  it('import no file of another package by its path', () => {
    for (const one of relative())
      assert.ok(
        targetOf(one).startsWith(`${packageOf(one.file)}/src/`),
        `${one.file} imports ${one.specifier}`,
      );
  });

  it('have a README each', () => {
    const folders = globSync('{*,peers/*}/src/', { cwd: packages }).map((folder) => dirname(posix(folder)));
    const without = folders.filter((folder) => !existsSync(join(packages, folder, 'README.md')));
    assert.ok(folders.length > 10);
    assert.deepEqual(without, []);
  });

  it('declare every name that the glossary lists', () => {
    const text = readFileSync(join(packages, 'bench/README.md'), 'utf8').split('## The words')[1] ?? '';
    const entries = [...text.matchAll(/`(\w+)`, ([\w/-]+)/g)];
    const missing = entries.filter(([, name, place = '']) => {
      const [owner = '', ...path] = place.split('/');
      const base = join(packages, owner, 'src', ...path);
      const files = [`${base}.ts`, ...globSync(join(base, '*.ts'))].filter((file) => existsSync(file));
      const isDeclared = new RegExp(`(?:type|interface|const|function) ${name}\\b|\\b${name}\\??:`);
      return !files.some((file) => isDeclared.test(readFileSync(file, 'utf8')));
    });
    assert.ok(entries.length > 20);
    assert.deepEqual(
      missing.map(([entry]) => entry),
      [],
    );
  });

  it('have every file that the README names on the way of a run', () => {
    const text = readFileSync(join(packages, 'bench/README.md'), 'utf8');
    const files = [...text.matchAll(/\]\((\S+\.ts)\)/g)].map(([, file = '']) => file);
    const missing = files.filter((file) => !existsSync(join(packages, 'bench', file)));
    assert.ok(files.length > 10);
    assert.deepEqual(missing, []);
  });

  it('import no test tool, and nothing from the tests of a package', () => {
    const tools = /^(fast-check|node:test)$|\/conformance$|^@cpu-bound\/[^/]+\/test\//;
    const used = all
      .filter(
        ({ file, specifier }) =>
          tools.test(specifier) &&
          !file.startsWith('conformance/src/') &&
          file !== 'bench/src/commands/conform.ts', // it runs that suite on a user's contestant
      )
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    assert.deepEqual(used, []);
  });

  it('export no file that no other package imports', () => {
    for (const name of BENCH) {
      const { exports = {} } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
      const imported = [...all, ...ofTests].filter(({ file }) => packageOf(file) !== name);
      const isImported = (path: string) =>
        imported.some(({ specifier }) => specifier === `@cpu-bound/${name}${path.slice(1)}`);
      const unused = Object.keys(exports).filter((path) => !isImported(path));
      assert.deepEqual(unused, [], `of ${name}`);
    }
  });

  it('have no circle between files, types included', () => {
    const edges = Map.groupBy(relative(), ({ file }) => file);
    const files = new Map([...edges].map(([file, imports]) => [file, imports.map(targetOf)]));
    assert.deepEqual(circles(files), []);
  });
});

/**
 * The folders that each folder of the bench’s packages may import of its own package. A file at the top of a package is
 * a folder of its own; `model.ts` belongs to `model`.
 */
const folders: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  measure: {
    model: [],
    contestants: ['model'],
    host: ['model', 'contestants'],
    workload: ['model', 'host'],
    own: ['model', 'host', 'workload'],
    load: ['model', 'host', 'own'],
  },
  study: {
    model: [],
    format: ['model'],
    config: ['model'],
    plan: ['model', 'config'],
    results: ['model'],
    run: ['model', 'config', 'plan', 'results'],
    progress: ['model', 'format', 'run'],
    analyse: ['model', 'format'],
    decide: ['model', 'analyse'],
    scenario: ['model', 'config', 'plan', 'analyse', 'decide'],
  },
  report: {
    tables: [],
    charts: ['tables'],
    decision: ['tables'],
    size: ['tables'],
    'first-screen': ['tables', 'charts', 'decision', 'size'],
    machines: ['tables'],
    html: [
      'tables',
      'charts',
      'decision',
      'first-screen',
      'how-to-read',
      'problems',
      'machines',
      'provenance',
      'question',
      'size',
    ],
    adr: ['tables', 'decision', 'first-screen'],
    compare: ['tables'],
    against: ['tables', 'first-screen', 'compare', 'problems', 'provenance'],
  },
  lab: {
    export: [],
    selfcheck: [],
    crosscheck: ['export', 'selfcheck'],
    published: ['crosscheck'],
  },
  bench: {
    commands: [],
    program: ['commands'],
  },
};

/** `measure/host`; `study/format` of a file at the top. */
const folderOf = (file: string) =>
  /^([^/]+)\/src\/([^/]+?)(?:\.ts)?(?:\/|$)/.exec(file)?.slice(1, 3).join('/');

describe('the folders of the bench', () => {
  it('have a rule each, which names only folders before it', () => {
    // The files of a question have rules of their own, below.
    const found = globSync(`{${BENCH.join()}}/src/*/`, { cwd: packages, exclude: ['questions'] }).map(posix);
    const without = found
      .map((path) => path.split('/'))
      .filter(([name = '', , folder = '']) => folders[name]?.[folder] === undefined);
    assert.ok(found.length > 20);
    assert.deepEqual(without, []);
    for (const rules of Object.values(folders)) {
      const names = Object.keys(rules);
      for (const [index, name] of names.entries())
        assert.ok(!rules[name]?.some((other) => names.indexOf(other) >= index), name);
    }
  });

  for (const [name, rules] of Object.entries(folders))
    for (const [folder, others] of Object.entries(rules))
      it(`${name}/${folder} imports ${others.join(', ') || 'no other'}`, () => {
        const own = relative().filter(({ file }) => folderOf(file) === `${name}/${folder}`);
        const wrong = own
          .map((one) => ({ file: one.file, target: folderOf(targetOf(one))?.split('/')[1] ?? '' }))
          .filter(({ target }) => target !== folder && !others.includes(target))
          .map(({ file, target }) => `${file} imports ${target}`);
        assert.deepEqual(wrong, [], `${wrong}. What both need belongs in a folder that both may import`);
      });

  it('import only the vocabulary and the errors of `measure` if they compute from files alone', () => {
    const pure = ['study/model', 'study/format', 'study/analyse', 'study/decide'];
    const wrong = all
      .filter(
        ({ file, specifier }) =>
          pure.includes(folderOf(file) ?? '') &&
          specifier.startsWith('@cpu-bound/measure/') &&
          !specifier.startsWith('@cpu-bound/measure/model'),
      )
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    assert.deepEqual(wrong, [], `${wrong}. The type of a load or a result belongs in measure/src/model`);
  });
});

type Exports = string | Readonly<Record<string, string>>;
/** The exports of each package, which are read once. */
const exportsOf = new Map<string, Exports>();

/** Finds the file of an import from this workspace, below `packages/`; undefined for one from npm or Node.js. */
function ownFileOf(one: Import): string | undefined {
  if (one.specifier.startsWith('.')) return targetOf(one);
  const [, name, path = ''] = /^@cpu-bound\/([^/]+)(\/.*)?$/.exec(one.specifier) ?? [];
  if (name === undefined) return undefined;
  const exports = exportsOf.getOrInsertComputed(
    name,
    () => JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')).exports,
  );
  return posix(
    join(name, typeof exports === 'string' ? exports : (exports[`.${path}`] ?? assert.fail(one.specifier))),
  );
}

/** Lists the packages from npm that are loaded with a file, before anything in it is called. */
function loadedWith(file: string): string[] {
  const imports = Map.groupBy(
    all.filter(({ isLoaded, specifier }) => isLoaded && !specifier.startsWith('node:')),
    (one) => one.file,
  );
  const files = new Set([file]);
  const found = new Set<string>();
  for (const next of files)
    for (const one of imports.get(next) ?? []) {
      const own = ownFileOf(one);
      if (own === undefined) found.add(one.specifier);
      else files.add(own);
    }
  return [...found].toSorted();
}

describe('the command line', () => {
  it('loads a command, and the lab, only when the command is called', () => {
    const loaded = all.filter(
      ({ file, specifier, isLoaded }) =>
        isLoaded &&
        /^bench\/src\/(cli\.ts|main\.ts|program\/)/.test(file) &&
        /\/commands\/|\/lab\//.test(specifier),
    );
    assert.deepEqual(loaded, []);
  });

  it('loads, before it does anything, only the libraries that every use of a file needs', () => {
    const needed = {
      'bench/src/main.ts': ['commander', 'log-update', 'wrap-ansi', 'write-file-atomic'],
      'bench/src/commands/report.ts': ['github-slugger', 'markdown-table', 'write-file-atomic'],
      'measure/src/host/guard-process.ts': [],
      'measure/src/load/closed/child.ts': ['autocannon'],
      'measure/src/load/open/child.ts': [
        'pure-rand/distribution/uniformFloat64',
        'pure-rand/generator/xoroshiro128plus',
        'undici',
      ],
    };
    for (const [file, libraries] of Object.entries(needed))
      assert.deepEqual(loadedWith(file), libraries, file);
  });
});

const ofQuestion = (file: string) => /^questions\/src\/([^/]+)\/([^/]+)\.ts$/.exec(file)?.slice(1, 3) ?? [];

describe('the folders of questions', () => {
  it('are all in the list of questions', () =>
    assert.deepEqual(
      questions.map(({ id }) => id).toSorted(),
      globSync('*/', { cwd: join(packages, 'questions/src') })
        .map((path) => posix(path).replace('/', ''))
        .toSorted(),
    ));

  it('have the same three files', () => {
    const files = globSync('*/*.ts', { cwd: join(packages, 'questions/src') }).map(posix);
    for (const [folder, own] of Map.groupBy(files, (file) => dirname(file)))
      assert.deepEqual(
        own.toSorted(),
        ['analyse', 'question', 'section'].map((name) => `${folder}/${name}.ts`),
      );
  });

  it('plan, find and decide without the report, but for the type of a question', () => {
    const wrong = all.filter(
      ({ file, specifier }) =>
        (ofQuestion(file)[1] === 'analyse' &&
          (specifier.startsWith('@cpu-bound/report/') || /\/(section|question)\.ts$/.test(specifier))) ||
        (ofQuestion(file)[1] === 'question' &&
          specifier.startsWith('@cpu-bound/report/') &&
          specifier !== '@cpu-bound/report/question'),
    );
    assert.deepEqual(wrong, []);
  });

  it('import one another in one direction', () => {
    const ends = relative().map((one) => [ofQuestion(one.file)[0], ofQuestion(targetOf(one))[0]] as const);
    assert.deepEqual(circles(edgesBetween(ends)), []);
  });
});

describe('no stage of the bench names', () => {
  const files = () =>
    globSync(`{${BENCH.join()}}/src/**/*.ts`, { cwd: packages }).map((file) => ({
      file: posix(file),
      text: withoutComments(readFileSync(join(packages, file), 'utf8')),
    }));
  /** Lists the files with one of these words as a string, or as the key of a value that is written on its own line. */
  const naming = (words: readonly string[], isMeant: (file: string) => boolean) =>
    files()
      .filter(({ file }) => isMeant(file))
      .flatMap(({ file, text }) =>
        words
          .filter((word) => new RegExp(`(['"\`])${word}\\1|^\\s+${word}: *[[{'"\`]`, 'm').test(text))
          .map((word) => `${file}: ${word}`),
      );

  /** What a team does to operate each strategy is not in the manifests yet. */
  const DUTIES = 'report/src/adr/operation.ts';

  it('a contestant', () => {
    const contestants = ['single', 'cluster', 'threads', 'queue'];
    assert.deepEqual(
      // Published comparisons name the contestants that they compare.
      naming(contestants, (file) => !file.startsWith('lab/src/published/') && file !== DUTIES),
      [],
    );
    assert.equal(
      naming(contestants, (file) => file === DUTIES).length,
      4,
      `${DUTIES} is no exception any more`,
    );
  });

  it('a question', () => {
    // These words have other meanings, too: a cluster's connections, a fault, a figure, a profile, a need, a purpose, and
    // a load that looks for the rates within a target.
    const homonyms = ['within', 'connections', 'latency', 'restart', 'workers', 'soak', 'jobs', 'cost'];
    const ids = questions.map(({ id }) => id).filter((id) => !homonyms.includes(id));
    assert.ok(ids.length > 5 && ids.length < questions.length);
    assert.deepEqual(
      naming(ids, (file) => !file.startsWith('questions/')),
      [],
    );
  });
});

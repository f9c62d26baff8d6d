import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { before, describe, it } from 'node:test';
import { scenarios } from '@cpu-bound/study/scenarios/scenarios';
import { withoutComments } from './source-text.ts';

const packages = join(import.meta.dirname, '../..');

type Import = {
  /** Relative to `packages/`, with forward slashes. */
  readonly file: string;
  readonly specifier: string;
};

const posix = (path: string) => path.split(sep).join('/');
/** `threads`, `peers/pm2` */
const packageOf = (file: string) => /^(?:peers\/)?[^/]+/.exec(file)?.[0] ?? '';

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
  const files = globSync('{*,peers/*}/src/**/*.ts', { cwd: packages }).map(posix);
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
  handover: [
    '@cpu-bound/workload',
    '@cpu-bound/service',
    '@cpu-bound/service/contract',
    '@cpu-bound/service/kernel',
  ],
  conformance: ['@cpu-bound/workload', '@cpu-bound/service/contract'],
  bench: ['@cpu-bound/workload', '@cpu-bound/workload/poisoned', '@cpu-bound/service/contract'],
};
const forContestants = [
  '@cpu-bound/workload',
  '@cpu-bound/service',
  '@cpu-bound/handover',
  // Parts that a thread or a worker process loads without the rest.
  '@cpu-bound/handover/item',
  '@cpu-bound/handover/octets',
  '@cpu-bound/service/early-stop',
  '@cpu-bound/service/end-with-parent',
  '@cpu-bound/service/kernel',
  '@cpu-bound/service/log',
  '@cpu-bound/service/worker',
];

/** Files or folders that come back to themselves, each circle as a path of them. */
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
    const tools = /^(fast-check|node:test)$|\/conformance$/;
    const used = all.filter(
      ({ file, specifier }) =>
        tools.test(specifier) &&
        !file.startsWith('conformance/src/') &&
        file !== 'bench/src/commands/conform.ts', // which runs that suite for somebody
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

/** What a file of the bench imports from the bench, as a path below its `src`. */
const benchImports = () =>
  all
    .filter(({ file, specifier }) => file.startsWith('bench/src/') && specifier.startsWith('.'))
    .map(({ file, specifier }) => ({
      file: file.slice('bench/src/'.length),
      target: posix(normalize(join(dirname(file), specifier))).slice('bench/src/'.length),
    }));

/** A question's half for the page, which stands by itself in the report. */
const isPageHalf = (file: string) => file.startsWith('report/sections/');

describe('the stages of the bench', () => {
  /** What none of a stage's files may import. */
  const forbidden: Readonly<Record<string, readonly string[]>> = {
    model: ['measure', 'analyse', 'report', 'scenarios', 'commands', 'progress', 'profile', 'selfcheck'],
    stats: [
      'measure',
      'analyse',
      'report',
      'scenarios',
      'commands',
      'progress',
      'profile',
      'selfcheck',
      'model',
    ],
    measure: ['analyse', 'report', 'scenarios', 'commands', 'progress', 'profile', 'selfcheck'],
    analyse: ['measure', 'report', 'scenarios', 'commands', 'progress', 'profile', 'selfcheck'],
    decide: ['measure', 'report', 'scenarios', 'commands', 'progress', 'profile', 'selfcheck'],
    report: ['commands', 'progress', 'profile', 'selfcheck'],
    progress: ['analyse', 'report', 'scenarios', 'commands', 'profile', 'selfcheck'],
    profile: ['analyse', 'scenarios', 'commands', 'progress', 'selfcheck'],
    scenarios: ['report', 'commands', 'progress', 'profile', 'selfcheck'],
  };
  for (const [stage, others] of Object.entries(forbidden)) {
    it(`${stage} does not know ${others.join(', ')}`, () => {
      const own = benchImports().filter(({ file }) => file.startsWith(`${stage}/`));
      assert.ok(own.length > 0);
      const wrong = own.filter(({ target }) => others.includes(target.split('/')[0] ?? ''));
      assert.deepEqual(wrong, []);
    });
  }

  it('know of the scenarios no more than what one is', () => {
    const wrong = benchImports().filter(
      ({ file, target }) =>
        file.startsWith('report/') &&
        !isPageHalf(file) &&
        target.startsWith('scenarios/') &&
        target !== 'scenarios/scenario.ts',
    );
    assert.deepEqual(wrong, []);
  });

  it('are imported through one list by the commands, and no scenario by its name', () => {
    const outside = benchImports().filter(
      ({ file, target }) =>
        target.startsWith('scenarios/') && !file.startsWith('scenarios/') && !isPageHalf(file),
    );
    const targets = new Set(outside.map(({ target }) => target));
    assert.deepEqual(targets, new Set(['scenarios/scenario.ts', 'scenarios/scenarios.ts']));
  });
});

describe('the folders of the scenarios', () => {
  it('import one another one way only', () => {
    const folderOf = (path: string) => /^scenarios\/([^/]+)\//.exec(path)?.[1];
    const edges = new Map<string, string[]>();
    for (const { file, target } of benchImports()) {
      const [from, to] = [folderOf(file), folderOf(target)];
      if (from !== undefined && to !== undefined && from !== to)
        edges.set(from, [...(edges.get(from) ?? []), to]);
    }
    assert.deepEqual(circles(edges), []);
  });
});

describe('no stage names', () => {
  const files = () =>
    globSync('**/*.ts', { cwd: join(packages, 'bench/src') }).map((file) => ({
      file: posix(file),
      text: withoutComments(readFileSync(join(packages, 'bench/src', file), 'utf8')),
    }));
  /** Files in which one of these words stands as a string. */
  const naming = (words: readonly string[], isMeant: (file: string) => boolean) =>
    files()
      .filter(({ file }) => isMeant(file))
      .flatMap(({ file, text }) =>
        words.filter((word) => new RegExp(`(['"\`])${word}\\1`).test(text)).map((word) => `${file}: ${word}`),
      );

  it('a contestant', () => {
    const contestants = ['single', 'cluster', 'threads', 'queue'];
    assert.deepEqual(
      naming(contestants, () => true),
      [],
    );
  });

  /** These words mean something else, too: what a cluster deals out, a fault, a number of a run, a prefix. */
  const homonyms = ['connections', 'latency', 'restart', 'workers'];
  const ids = scenarios.map(({ id }) => id);
  const isStage = (file: string) => !file.startsWith('scenarios/') && !isPageHalf(file);

  it('a scenario', () => {
    const words = ids.filter((id) => !homonyms.includes(id));
    assert.ok(words.length > 5 && words.length < ids.length);
    assert.deepEqual(naming(words, isStage), []);
  });

  it('a scenario by a word that means something else, too', () => {
    const word = `(?:${ids.join('|')})`;
    const asScenario = [
      // scenarios.capacity, scenarios?.['capacity']
      new RegExp(`\\bscenarios(?:\\?\\.|\\.)?(?:\\['|\\b)?${word}\\b`),
      new RegExp(`\\b(?:scenario|question|id) [=!]== '${word}'`),
      new RegExp(`\\b(?:scenarios|questions)\\.includes\\('${word}'`),
    ];
    for (const example of ['scenarios.latency', "scenarios?.['workers']", "id === 'restart'"])
      assert.ok(
        asScenario.some((pattern) => pattern.test(example)),
        example,
      );
    const wrong = files()
      .filter(({ file, text }) => isStage(file) && asScenario.some((pattern) => pattern.test(text)))
      .map(({ file }) => file);
    assert.deepEqual(wrong, []);
  });
});

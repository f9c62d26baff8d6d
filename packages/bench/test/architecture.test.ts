import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import {
  betweenPackages,
  circles,
  exportsOf,
  filesIn,
  imports,
  importsOf,
  listed,
  loadedWith,
  packageOf,
  packages,
  sources,
  textOf,
  withinPackages,
} from './imports.ts';
import { withoutComments } from './source-text.ts';

it('finds the imports of all files', () => {
  assert.ok(sources.length > 100 && imports.length > sources.length);
});

/** The packages of the bench; each may import the exports of those before it (docs/adr/0032). */
const BENCH = ['stats', 'measure', 'study', 'report', 'questions', 'lab', 'bench'];
const workload = ['@cpu-bound/workload', '@cpu-bound/workload/defined'];
const contracts = [
  ...workload,
  '@cpu-bound/workload/inspected',
  '@cpu-bound/workload/inspected/altered',
  '@cpu-bound/workload/inspected/values',
  '@cpu-bound/workload/poisoned',
  '@cpu-bound/service/container',
  '@cpu-bound/service/answer',
  '@cpu-bound/service/contract',
  '@cpu-bound/service/manifest',
];

/** The imports that a package may have; one that ends with `/` stands for all exports of the package. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  workload: [],
  service: workload,
  conformance: [...workload, '@cpu-bound/workload/test/child-process', '@cpu-bound/service/manifest'],
  npx: [
    '@cpu-bound/measure/contestants/runtimes',
    '@cpu-bound/measure/host/javascript',
    '@cpu-bound/scaffold',
    '@cpu-bound/scaffold/parts',
  ],
  scaffold: [
    '@cpu-bound/measure/contestants/runtimes',
    '@cpu-bound/measure/model/errors',
    '@cpu-bound/measure/model/made-once',
    '@cpu-bound/measure/model/shell-word',
    '@cpu-bound/service/openapi',
  ],
  stats: [],
  measure: ['@cpu-bound/stats/', ...contracts],
  study: ['@cpu-bound/stats/', '@cpu-bound/measure/', ...contracts],
  report: [
    '@cpu-bound/stats/',
    '@cpu-bound/measure/model/errors',
    '@cpu-bound/measure/model/shell-word',
    '@cpu-bound/study/',
  ],
  questions: [
    '@cpu-bound/stats/',
    '@cpu-bound/measure/contestants/manifest',
    '@cpu-bound/study/',
    '@cpu-bound/report/',
    ...contracts,
  ],
  lab: ['@cpu-bound/stats/', '@cpu-bound/measure/', '@cpu-bound/study/', '@cpu-bound/report/', ...workload],
  bench: [
    '@cpu-bound/measure/',
    '@cpu-bound/study/',
    '@cpu-bound/report/',
    '@cpu-bound/questions/questions',
    '@cpu-bound/lab/',
    '@cpu-bound/scaffold',
    '@cpu-bound/workload/inspected',
    '@cpu-bound/workload/inspected/values',
    ...workload,
  ],
};
const forContestants = [...workload, '@cpu-bound/service/'];

describe('the packages', () => {
  it('import one another in one direction', () => {
    for (const [name, own] of Map.groupBy(betweenPackages, ({ file }) => packageOf(file))) {
      const rules = allowed[name] ?? forContestants;
      const others = own.filter(
        ({ specifier }) =>
          !rules.some((rule) => specifier === rule || (rule.endsWith('/') && specifier.startsWith(rule))),
      );
      assert.deepEqual(listed(others), [], `${name} may import ${rules.join(', ')}`);
    }
  });

  it('have no import circle', () => {
    const ends = betweenPackages.map(
      ({ file, target = '' }) => [packageOf(file), packageOf(target)] as const,
    );
    assert.deepEqual(circles(ends), []);
  });

  it('import no file of another package by its path', () => {
    const others = withinPackages.filter(
      ({ file, target }) => !target?.startsWith(`${packageOf(file)}/src/`),
    );
    assert.deepEqual(listed(others), []);
  });

  it('give a shell no text with a value in it: a path may have a quote, a space or a dollar sign', () => {
    const shells = sources.filter((file) => /['"](?:ba)?sh['"],\s*['"]-c['"]/.test(textOf(file)));
    assert.ok(shells.length >= 3, 'the search finds them');
    const made = sources.filter((file) => {
      const text = withoutComments(textOf(file));
      const isMade = /['"](?:ba)?sh['"],\s*['"]-c['"],(?!\s*'[^'\n]*'\s*[,\]])/.test(text);
      return isMade || /\bshell: true|\bexecSync\(|import[^;]*\bexec\b[^;]*child_process/.test(text);
    });
    assert.deepEqual(made, []);
  });

  it('have a README each', () => {
    const names = [...new Set(sources.map(packageOf))];
    const without = names.filter((name) => !existsSync(join(packages, name, 'README.md')));
    assert.deepEqual(without, []);
  });

  it('declare every name that the glossary lists', () => {
    const text = textOf('bench/README.md').split('## The words')[1] ?? '';
    const entries = [...text.matchAll(/`(\w+)`, ([\w/-]+)/g)];
    const missing = entries.filter(([, name, place = '']) => {
      const [owner = '', ...path] = place.split('/');
      const isDeclared = new RegExp(`(?:type|interface|const|function) ${name}\\b|\\b${name}\\??:`);
      const files = filesIn(`${owner}/src/${path.join('/')}{.ts,/*.ts}`);
      return !files.some((file) => isDeclared.test(textOf(file)));
    });
    assert.ok(entries.length > 20);
    const undeclared = missing.map(([entry]) => entry);
    assert.deepEqual(undeclared, []);
  });

  it('have every file that the README names on the way of a run', () => {
    const files = [...textOf('bench/README.md').matchAll(/\]\((\S+\.ts)\)/g)].map(([, file = '']) => file);
    const missing = files.filter((file) => !existsSync(join(packages, 'bench', file)));
    assert.ok(files.length > 10);
    assert.deepEqual(missing, []);
  });

  it('import no test tool, and nothing from the tests of a package', () => {
    const tools = /^(fast-check|node:test)$|\/conformance$|^@cpu-bound\/[^/]+\/test\//;
    const used = imports.filter(
      ({ file, specifier }) =>
        tools.test(specifier) &&
        !file.startsWith('conformance/src/') &&
        file !== 'bench/src/commands/conform.ts', // it runs that suite on a user's contestant
    );
    assert.deepEqual(listed(used), []);
  });

  it('export no file that no other package imports', () => {
    const ofTests = filesIn('*/test/**/*.ts').flatMap(importsOf);
    for (const name of BENCH) {
      const imported = [...imports, ...ofTests]
        .filter(({ file }) => packageOf(file) !== name)
        .map(({ specifier }) => specifier);
      const exported = Object.keys(exportsOf(name)).map((path) => `@cpu-bound/${name}${path.slice(1)}`);
      const unused = exported.filter((specifier) => !imported.includes(specifier));
      assert.deepEqual(unused, []);
    }
  });

  it('have no circle between files, types included', () => {
    assert.deepEqual(circles(withinPackages.map(({ file, target }) => [file, target])), []);
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
    load: ['model', 'host', 'workload', 'own'],
  },
  study: {
    model: [],
    format: ['model'],
    wording: ['model', 'format'],
    config: ['model'],
    plan: ['model', 'config'],
    results: ['model'],
    run: ['model', 'config', 'plan', 'results'],
    progress: ['model', 'format', 'run'],
    analyse: ['model', 'format'],
    decide: ['model', 'format', 'analyse'],
    question: ['model', 'config', 'plan', 'analyse', 'decide'],
  },
  report: {
    tables: [],
    charts: ['tables'],
    answers: ['tables'],
    picture: ['tables', 'charts', 'question'],
    'first-screen': ['tables', 'answers', 'question'],
    html: ['tables', 'answers', 'picture', 'first-screen', 'question', 'page'],
    adr: ['tables', 'answers', 'first-screen'],
    changes: ['tables', 'first-screen', 'appendix'],
  },
  lab: {
    selfcheck: [],
    crosscheck: ['selfcheck'],
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
    const found = [...new Set(sources.filter((file) => file.split('/').length > 3).map(folderOf))]
      .map((folder = '') => folder.split('/') as [string, string])
      .filter(([name]) => name !== 'questions' && BENCH.includes(name));
    const without = found.filter(([name, folder]) => folders[name]?.[folder] === undefined);
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
        const mayImport = [folder, ...others].map((other) => `${name}/${other}`);
        const wrong = withinPackages.filter(
          ({ file, target = '' }) =>
            folderOf(file) === mayImport[0] && !mayImport.includes(folderOf(target) ?? ''),
        );
        assert.deepEqual(listed(wrong), [], 'what both need belongs in a folder that both may import');
      });

  it('import only the vocabulary and the errors of `measure` if they compute from files alone', () => {
    const pure = ['study/model', 'study/format', 'study/wording', 'study/analyse', 'study/decide'];
    const wrong = betweenPackages.filter(
      ({ file, target = '' }) =>
        pure.includes(folderOf(file) ?? '') &&
        target.startsWith('measure/') &&
        folderOf(target) !== 'measure/model',
    );
    assert.deepEqual(listed(wrong), [], 'the type of a load or a result belongs in measure/src/model');
  });
});

it('tests, and the suite of the contract, start what they read with a known environment', () => {
  const files = filesIn('{{*,peers/*}/test,conformance/src,../deploy/test}/**/*.ts');
  // A fixture is started by a test, and inherits its environment; what a test forks is read by its messages.
  const others = files.filter((file) => !file.includes('/fixtures/') && !file.includes('/node_modules/'));
  const started = /^import (?!type )\{(?! (?:type ChildProcess, )?fork \}).*\} from 'node:child_process'/m;
  assert.ok(others.length > 200);
  const wrong = others.filter((file) => started.test(textOf(file)));
  assert.deepEqual(wrong, [], 'import spawn, run … from @cpu-bound/workload/test/child-process');
});

describe('the command line', () => {
  it('loads a command, and the lab, only when the command is called', () => {
    const loaded = imports.filter(
      ({ file, target = '', isLoaded }) =>
        isLoaded &&
        /^bench\/src\/(cli\.ts|main\.ts|program\/)/.test(file) &&
        /^(bench\/src\/commands|lab)\//.test(target),
    );
    assert.deepEqual(listed(loaded), []);
  });

  it('loads, before it does anything, only the libraries that every use of a file needs', () => {
    const needed = {
      'bench/src/main.ts': ['commander', 'log-update', 'wrap-ansi', 'write-file-atomic'],
      'bench/src/commands/report.ts': [
        'github-slugger',
        'hast-util-to-html',
        'hastscript',
        'markdown-table',
        'pure-rand/distribution/uniformFloat64',
        'pure-rand/generator/xoroshiro128plus',
        'write-file-atomic',
      ],
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

describe('the files of questions', () => {
  const isOne = (file: string) => file.startsWith('questions/src/questions/');
  const isOfPage = (file: string) => file.startsWith('questions/src/page/');

  it('are all in the list of questions, and each has the name of its question', () => {
    const files = filesIn('questions/src/questions/*.ts');
    const expected = questions.map(({ id }) => `questions/src/questions/${id}.ts`);
    assert.deepEqual(files.toSorted(), expected.toSorted());
  });

  it('plan and measure without the report: only the files of the page load it', () => {
    const wrong = imports.filter(
      ({ file, target = '', isLoaded }) =>
        isLoaded && file.startsWith('questions/src/') && !isOfPage(file) && target.startsWith('report/'),
    );
    assert.deepEqual(listed(wrong), []);
  });

  it('are read by the shared files, which name none of them', () => {
    const wrong = withinPackages.filter(
      ({ file, target = '' }) =>
        file.startsWith('questions/src/') &&
        file !== 'questions/src/questions.ts' &&
        !isOne(file) &&
        isOne(target),
    );
    assert.deepEqual(listed(wrong), []);
  });
});

describe('no stage of the bench names', () => {
  const files = sources
    .filter((file) => BENCH.includes(packageOf(file)))
    .map((file) => ({ file, text: withoutComments(textOf(file)) }));
  /** Lists the files with one of these words as a string, or as the key of a written value. */
  const naming = (words: readonly string[], isMeant: (file: string) => boolean) =>
    files
      .filter(({ file }) => isMeant(file))
      .flatMap(({ file, text }) =>
        words
          .filter((word) => new RegExp(`(['"\`])${word}\\1|(?:^|[{,])\\s*${word}: *[[{'"\`]`, 'm').test(text))
          .map((word) => `${file}: ${word}`),
      );

  /** What a team does to operate each strategy is not in the manifests yet. */
  const DUTIES = 'report/src/adr/operation.ts';

  it('a contestant', () => {
    const contestants = ['single', 'cluster', 'threads', 'queue'];
    assert.deepEqual(
      naming(contestants, (file) => file !== DUTIES),
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
    const homonyms = [
      'within',
      'connections',
      'latency',
      'restart',
      'workers',
      'soak',
      'jobs',
      'cost',
      'frames',
    ];
    const ids = questions.map(({ id }) => id).filter((id) => !homonyms.includes(id));
    assert.ok(ids.length > 5 && ids.length < questions.length);
    const others = naming(ids, (file) => !file.startsWith('questions/'));
    assert.deepEqual(others, [], 'ask the question for a property (`flags`, `profiles`), and not for its id');
  });
});

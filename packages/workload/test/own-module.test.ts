import assert from 'node:assert/strict';
import { copyFileSync, globSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { loadWorkload, type Workload, WorkloadError } from '../src/index.ts';
import { execFileSync, spawnSync } from './fixtures/child-process.ts';
import { refusalOf } from './fixtures/refusal.ts';
import { temporaryFolder } from './fixtures/temporary-folder.ts';

const repository = join(import.meta.dirname, '../../..');
/** The addon of a package of `napi-rs`, which piscina can use. */
const [addon = ''] = globSync('node_modules/.pnpm/@napi-rs+nice-*/node_modules/@napi-rs/nice-*/*.node', {
  cwd: repository,
});

/** The environment of a process that inherits no bundles. */
const env = { WORKLOAD_BUNDLES: '' };

type Files = Readonly<Record<string, string>>;

/** Makes a project of its own with these files. */
const project = (files: Files) => temporaryFolder({ 'package.json': '{ "type": "module" }', ...files });

/** A workload around `half`, which the user's own file exports. */
const AROUND = `
export default { name: 'halves', parse: ({ n }) => ({ n: Number(n) }), run: ({ n }) => half(n), headline: { n: '4' } };
`;

const LOAD = `const { loadWorkload } = await import(${JSON.stringify(import.meta.resolve('../src/index.ts'))});`;

/** Runs a script in a process of its own, to which `loadWorkload` is known. @returns what it prints */
const printedBy = (cwd: string, script: string, variables: Files = {}) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', `${LOAD}\n${script}`], {
    cwd,
    env: { ...env, ...variables },
    encoding: 'utf8',
  });

const answerOf = async (workload: Workload) => workload.run(workload.parse({ n: '4' }));

/** Computes the answer of the project's `mine.ts` to 4. */
const answer = async (files: Files, entry = './mine.ts') =>
  answerOf(await loadWorkload(entry, project(files)));

/** Tests that a project gives the right answer to 4. */
const halves = (title: string, files: Files, entry?: string) =>
  it(title, async () => assert.deepEqual(await answer(files, entry), { half: 2 }));

async function refusal(files: Files, entry = './mine.ts'): Promise<string> {
  const { message } = await refusalOf(loadWorkload(entry, project(files)), WorkloadError);
  assert.doesNotMatch(message, /\n/, 'one line');
  return message;
}

describe('a user’s own module in common TypeScript', () => {
  halves('imports without extensions, and folders', {
    'mine.ts': `import { half } from './lib'; ${AROUND}`,
    'lib/index.ts': "export { half } from './half';",
    'lib/half.ts': 'export const half = (n: number) => ({ half: n / 2 });',
  });

  halves('imports `.js` that is `.ts`', {
    'mine.ts': `import { half } from './half.js'; ${AROUND}`,
    'half.ts': 'export const half = (n: number) => ({ half: n / 2 });',
  });

  halves('imports by a variable from its own file, also a module that needs bundling itself', {
    'mine.ts': `import { half } from './lib/half.ts'; enum Kind { A } ${AROUND}`,
    'lib/half.ts': `export async function half(n: number) {
      const [rule, name]: string[] = ['./rule of two.ts', 'by-two'];
      const [{ divide }, { by }] = await Promise.all([import(rule), import(\`./\${name}.ts\`)]);
      return { half: divide(n, by) };
    }`,
    'lib/rule of two.ts': 'export const divide = (n: number, by: number) => n / by;',
    'lib/by-two.ts': 'enum By { Two = 2 } export const by = By.Two;',
  });

  it('requires and resolves by a variable from its own file', async () => {
    const files = {
      'mine.ts': `import { half } from './lib/half.ts'; enum Kind { A } ${AROUND}`,
      'lib/half.ts': `export function half(n: number) {
        const name: string = './by.cjs';
        return { half: n / require(name), at: import.meta.resolve(name).split('/').slice(-2).join('/') };
      }`,
      'lib/by.cjs': 'module.exports = 2;',
    };
    assert.deepEqual(await answer(files), { half: 2, at: 'lib/by.cjs' });
  });

  halves('imports types beside values, without the keyword `type`', {
    'mine.ts': `import { half, Half } from './half.ts'; const of = (n: number): Half => half(n); ${AROUND}`,
    'half.ts':
      'export interface Half { half: number } export const half = (n: number): Half => ({ half: n / 2 });',
  });

  halves('has enums, namespaces and parameter properties', {
    'mine.ts': `
      enum Unit { Half = 2 }
      namespace parts { export const of = (n: number) => n / Unit.Half; }
      class Halver { constructor(private readonly n: number) {} get half() { return parts.of(this.n); } }
      const half = (n: number) => ({ half: new Halver(n).half }); ${AROUND}`,
  });

  const DECORATED = `
    class Halver { @twice half(n: number) { return n / 4; } }
    const half = (n: number) => ({ half: new Halver().half(n) }); ${AROUND}`;

  it('has TypeScript’s experimental decorators if its tsconfig.json enables them', async () => {
    const files = {
      'tsconfig.json': '{ "compilerOptions": { "experimentalDecorators": true } }',
      'mine.ts': `function twice(_: object, __: string, d: PropertyDescriptor) {
        const of = d.value; d.value = (n: number) => 2 * of(n); } ${DECORATED}`,
      'imports-it.ts': "import mine from './mine'; export default mine;",
    };
    assert.deepEqual(await answer(files), { half: 2 });
    assert.deepEqual(await answer(files, './imports-it.ts'), { half: 2 });
  });

  it('is refused if its tsconfig.json asks for the metadata of decorators, in an imported file too', async () => {
    const files = {
      'tsconfig.json':
        '{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true } }',
      'mine.ts': `const twice = (..._: unknown[]) => {}; ${DECORATED}`,
      'imports-it.ts': "import mine from './mine'; export default mine;",
    };
    for (const file of ['./mine.ts', './imports-it.ts'])
      await assert.rejects(
        answer(files, file),
        /: tsconfig\.json sets emitDecoratorMetadata, and .* JavaScript/,
      );
  });

  halves('has decorators as in the standard', {
    'mine.ts': `const twice = (of: (n: number) => number, _: object) => (n: number) => 2 * of(n); ${DECORATED}`,
  });

  halves(
    'has `paths` in the nearest tsconfig.json, which may extend another',
    {
      'tsconfig.base.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } } // with comments',
      'tsconfig.json': '{ "extends": "./tsconfig.base.json" }',
      'src/mine.ts': `import { half } from '@/deep/half'; ${AROUND}`,
      'src/deep/half.ts': 'export const half = (n: number) => ({ half: n / 2 });',
    },
    './src/mine.ts',
  );

  halves('has top-level await', {
    'mine.ts': `import { two } from './two'; const half = (n: number) => ({ half: n / two }); ${AROUND}`,
    'two.ts': 'export const two = await Promise.resolve(2);',
  });

  halves('reads files beside each of its files', {
    'mine.ts': `import { half } from './lib/half'; ${AROUND}`,
    'lib/half.ts': `
      import { readFileSync } from 'node:fs';
      const two = Number(readFileSync(new URL('./two.txt', import.meta.url), 'utf8'));
      const by = Number(readFileSync(__dirname + '/two.txt', 'utf8')) - Number(readFileSync(import.meta.dirname + '/two.txt', 'utf8'));
      export const half = (n: number) => ({ half: n / two + by });`,
    'lib/two.txt': '2',
  });

  halves('imports JSON without an attribute', {
    'mine.ts': `import unit from './unit.json'; const half = (n: number) => ({ half: n / unit.two }); ${AROUND}`,
    'unit.json': '{ "two": 2 }',
  });
});

describe('a module of one’s own', () => {
  halves(
    'is CommonJS',
    {
      'package.json': '{}',
      'half.js': 'exports.half = (n) => ({ half: n / 2 });',
      'mine.js': `const { half } = require('./half'); ${AROUND.replace('export default', 'module.exports =')}`,
    },
    './mine.js',
  );

  halves(
    'is CommonJS that was compiled from a module',
    {
      'package.json': '{}',
      'mine.js': `Object.defineProperty(exports, '__esModule', { value: true });
        const half = (n) => ({ half: n / 2 }); ${AROUND.replace('export default', 'exports.default =')}`,
    },
    './mine.js',
  );

  halves('is CommonJS in TypeScript, and requires another such file', {
    'package.json': '{}',
    'half.ts': 'module.exports = { half: (n: number) => ({ half: n / 2 }) };',
    'mine.ts': `const { half } = require('./half'); ${AROUND.replace('export default', 'module.exports =')}`,
  });

  halves('is a module in a package of CommonJS', {
    'package.json': '{ "type": "commonjs" }',
    'mine.ts': `import { half } from './half'; ${AROUND}`,
    'half.ts': 'export const half = (n: number) => ({ half: n / 2 });',
  });

  it('is a module in a package of CommonJS, as `npm init` makes it, without a warning', async () => {
    const folder = project({
      'package.json': '{ "type": "commonjs" }',
      'mine.ts': `const half = (n: number) => ({ half: n / 2 }); ${AROUND}`,
    });
    const script = `${LOAD} console.log((await loadWorkload('./mine.ts')).name);`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      env,
    });
    assert.deepEqual([stdout.toString(), stderr.toString()], ['halves\n', '']);
  });

  it('may be a symbolic link', async () => {
    const folder = project({
      'package.json': '{ "type": "commonjs" }',
      'real/mine.ts': `import { half } from './half'; ${AROUND}`,
      'real/half.ts': 'export const half = (n: number) => ({ half: n / 2 });',
    });
    await symlink(join(folder, 'real'), join(folder, 'linked'));
    assert.equal((await loadWorkload('./linked/mine.ts', folder)).name, 'halves');
  });

  it('has WebAssembly beside it', async () => {
    // (func (export "half") (param i32) (result i32) local.get 0 i32.const 2 i32.div_u)
    const wasm = '0061736d0100000001060160017f017f030201000708010468616c6600000a0901070020004102 6e0b';
    const folder = project({
      'mine.ts': `
        import { readFile } from 'node:fs/promises';
        import type { N } from './n';
        const { instance } = await WebAssembly.instantiate(await readFile(new URL('./half.wasm', import.meta.url)));
        enum Field { half = 'half' }
        const half = (n: N) => ({ [Field.half]: instance.exports.half(n) }); ${AROUND}`,
    });
    await writeFile(join(folder, 'half.wasm'), Buffer.from(wasm.replace(' ', ''), 'hex'));
    assert.deepEqual(await answerOf(await loadWorkload('./mine.ts', folder)), { half: 2 });
  });

  it('has a native addon, of a package and of its own', {
    skip: addon === '' && 'no addon here',
  }, async () => {
    const folder = project({
      'mine.ts': `
        import { createRequire } from 'node:module';
        enum Prio { normal = 0 }
        import packaged from 'an-addon';
        const own = createRequire(import.meta.url)('./build/own.node');
        const required = require('./build/own.node');
        const half = (n: number) => ({ half: n / 2, prio: [packaged, own, required].map((one) => one.getCurrentProcessPriority()) }); ${AROUND}`,
      'node_modules/an-addon/package.json': '{ "name": "an-addon", "main": "./a.node" }',
      'build/readme': '',
    });
    for (const name of ['node_modules/an-addon/a.node', 'build/own.node'])
      copyFileSync(join(repository, addon), join(folder, name));
    // The test needs a process of its own: Node.js warns that the import of an addon is experimental.
    const script = `${LOAD}
      const workload = await loadWorkload('./mine.ts', ${JSON.stringify(folder)});
      console.log(JSON.stringify(await workload.run(workload.parse({ n: '4' }))));`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    assert.deepEqual(JSON.parse(String(printed)), { half: 2, prio: Array(3).fill(getPriority()) });
  });

  it('runs the packages that Node.js finds for each of its files, unbundled', async () => {
    const says = (half: string) => `export const half = (n) => ({ half: ${half}, from: import.meta.url });`;
    const pkg = '{ "type": "module", "exports": { "import": "./esm.js", "require": "./cjs.cjs" } }';
    const folder = project({
      'packages/app/package.json': '{ "type": "module" }',
      'packages/app/mine.ts': `import { ours } from '../lib/ours'; import { half as mine } from 'halves';
        const half = (n: number) => ({ mine: mine(n), ours: ours(n) }); ${AROUND}`,
      'packages/app/node_modules/halves/package.json': pkg,
      'packages/app/node_modules/halves/esm.js': says('n / 2'),
      'packages/lib/package.json': '{ "type": "module" }',
      'packages/lib/ours.ts':
        "import { half } from 'halves'; export const ours: (n: number) => object = half;",
      'packages/lib/node_modules/halves/package.json': pkg,
      'packages/lib/node_modules/halves/esm.js': says('n / 2 + 1'),
    });
    const at = (path: string) =>
      pathToFileURL(join(folder, 'packages', path, 'node_modules/halves/esm.js')).href;
    assert.deepEqual(await answerOf(await loadWorkload('packages/app/mine.ts', folder)), {
      mine: { half: 2, from: at('app') },
      ours: { half: 3, from: at('lib') },
    });
  });

  it('is bundled with a linked package of its workspace, which is the user’s own code', async () => {
    const folder = project({
      'lib/package.json': '{ "name": "lib", "main": "./half.ts" }',
      'lib/half.ts': 'enum Two { two = 2 } export const half = (n: number) => ({ half: n / Two.two });',
      'app/mine.ts': `import { half } from 'lib'; ${AROUND}`,
      'app/node_modules/.keep': '',
    });
    await symlink(join(folder, 'lib'), join(folder, 'app/node_modules/lib'));
    assert.deepEqual(await answerOf(await loadWorkload('app/mine.ts', folder)), { half: 2 });
  });

  it('is loaded by Node.js alone if that is possible: no bundler, no source maps', async () => {
    const folder = project({ 'mine.ts': `const half = (n: number) => ({ half: n / 2 }); ${AROUND}` });
    const script = `
      import { getSourceMapsSupport } from 'node:module';
      await loadWorkload('primes');
      await loadWorkload('./mine.ts');
      console.log(getSourceMapsSupport().enabled, process.env.WORKLOAD_BUNDLES, process.getActiveResourcesInfo().includes('ProcessWrap'));`;
    assert.equal(printedBy(folder, script).trim(), 'false  false');
  });
});

describe('a mistake in a user’s own module', () => {
  it('is named with file and line if it is a syntax error in an imported file', async () => {
    const files = {
      'mine.ts': `import { half } from './half.ts'; ${AROUND}`,
      'half.ts': 'export const a = 1;\nexport const half = @;',
    };
    assert.match(await refusal(files), /^workload \.\/mine\.ts: does not load \(half\.ts:2:\d+: /);
  });

  it('is named with file and line if it is an import that cannot be resolved', async () => {
    const files = {
      'mine.ts': `import type { Half } from './half';\nimport { half } from './gone'; ${AROUND}`,
    };
    assert.match(await refusal(files), /does not load \(mine\.ts:2:\d+: Could not resolve "\.\/gone"/);
  });

  it('is named with file and line of the source if a bundled file throws', async () => {
    const files = {
      'mine.ts': `import { half } from './half'; ${AROUND}`,
      'half.ts':
        "interface A { a: 1 }\n\ninterface B { b: 1 }\nthrow new Error('no licence');\nexport const half = 1;",
    };
    assert.match(await refusal(files), /does not load \(no licence, at half\.ts:4:7\)$/);
  });

  it('is named with the package that is missing', async () => {
    const files = { 'mine.ts': `enum A { a }\nimport { half } from 'left-half'; ${AROUND}` };
    assert.match(await refusal(files), /Cannot find package 'left-half' imported from .*mine\.ts/);
  });

  it('is not answered with a list of the built-in workloads if the file exists', async () => {
    assert.doesNotMatch(await refusal({ 'mine.ts': 'export default {' }), /accepted: primes/);
  });
});

describe('the bundle of a user’s own module', () => {
  const files = {
    'mine.ts': `import { half } from './half'; ${AROUND}`,
    'half.ts': 'export const half = (n: number) => ({ half: n / 2 });',
  };

  it('is made once for a process and its threads and children, and is removed with it', async () => {
    const folder = project(files);
    const loading = `
      const workload = await loadWorkload('./mine.ts');
      console.log(JSON.stringify(await workload.run({ n: 4 })));`;
    const script = `${loading}
      const { readdirSync, writeFileSync } = await import('node:fs');
      const { once } = await import('node:events');
      const { Worker } = await import('node:worker_threads');
      const { execFileSync } = await import('node:child_process');
      console.log(readdirSync(process.env.WORKLOAD_BUNDLES).length, process.env.WORKLOAD_BUNDLES);
      writeFileSync('half.ts', 'export const half = () => ({ half: "made again" })');
      const load = ${JSON.stringify(LOAD + loading)};
      await once(new Worker(load, { eval: true }), 'exit');
      console.log(execFileSync(process.execPath, ['--input-type=module', '-e', load]).toString().trim());`;
    const [first, made = '', ...others] = printedBy(folder, script).trim().split('\n');
    assert.deepEqual([first, ...others], Array(3).fill('{"half":2}'));
    const [count, at = ''] = made.split(' ');
    assert.equal(count, '1');
    assert.deepEqual(globSync(`${at}*`), []);
  });

  it('loads without a folder that it can write to, as in a read-only container', async () => {
    const folder = project(files);
    const script = "console.log((await loadWorkload('./mine.ts')).name);";
    assert.equal(printedBy(folder, script, { TMPDIR: join(folder, 'is-not-there') }), 'halves\n');
  });

  it('throws errors that name the file and line of the source', async () => {
    const folder = project({
      ...files,
      'half.ts':
        "type A = 1;\n\n\nexport const half = (n: number) => {\n  throw new Error('cannot halve');\n};",
    });
    const workload = await loadWorkload('./mine.ts', folder);
    await assert.rejects(
      async () => workload.run({ n: 4 }),
      (error: Error) => error.stack?.includes(`${join(folder, 'half.ts')}:5:9`) === true,
    );
  });
});

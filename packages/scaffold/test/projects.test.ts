import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { run } from '@cpu-bound/workload/test/child-process';
import { build } from 'esbuild';
import { type ScaffoldOptions, scaffold } from '../src/scaffold.ts';
import { exampleOf, top } from './example.ts';

/** A project of CommonJS, with TypeScript whose input is an interface. */
const PROJECT: Readonly<Record<string, string>> = {
  'package.json': '{ "dependencies": { "untyped": "1.0.0" } }',
  'node_modules/untyped/package.json': '{ "name": "untyped", "version": "1.0.0" }',
  'node_modules/untyped/index.js': 'module.exports = (n) => n;',
  'lib/double.js': 'module.exports = { double: (given) => ({ n: 2 * given.n }) };',
  'lib/triple.cjs': 'module.exports = { triple: (given) => ({ n: 3 * given.n }) };',
  'lib/typed.ts': `import same from 'untyped';
import lib from './double.js';
interface Input { n: number; unit: string }
export function typed(input: Input) { return lib.double(same(input)); }
export const sum = (input: Input, times: number) => input.n * times;
`,
};

describe('a project that is no module, or has no types', () => {
  let project: string;
  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'scaffold-projects-'));
    for (const [name, text] of Object.entries(PROJECT)) {
      await mkdir(dirname(join(project, name)), { recursive: true });
      await writeFile(join(project, name), text);
    }
  });
  after(() => rm(project, { recursive: true, force: true }));

  const write = async (out: string, options: Partial<ScaffoldOptions>): Promise<string> => {
    const cases = [
      { name: 'one.json', body: Buffer.from('{"n":1,"unit":"m"}'), answer: '', type: 'application/json' },
    ];
    await scaffold({
      ...exampleOf('single'),
      forKubernetes: false,
      cases,
      out: join(project, out),
      ...options,
    });
    return join(project, out);
  };
  const fileOf = (name: string) => ({
    file: join(project, 'lib', name),
    name: name.replace(/\..*/, ''),
  });

  it('is copied with the type of its package, so that it builds', async () => {
    const out = await write('copied', { ...fileOf('double.js'), isCopied: true });
    const outfile = join(out, 'task.mjs');
    const banner = {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    };
    await build({
      entryPoints: [join(out, 'src/task.ts')],
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner,
      outfile,
    });
    const { task } = await import(outfile);
    assert.deepEqual(task.run({ value: { n: 4 } }), { n: 8 });
  });

  it('is named from the app that the files are in, however far away the function is', async () => {
    await mkdir(join(project, 'apps/web'), { recursive: true });
    await writeFile(join(project, 'apps/web/package.json'), '{}');
    const out = await write('apps/web/src/pool', { ...fileOf('double.js'), into: 'node' });
    const text = await readFile(join(out, 'README.md'), 'utf8');
    assert.match(text, /^cd src\/pool /m);
    assert.match(text, /^npm install \.\/src\/pool /m);
    assert.match(text, /`\["src\/pool"\]`/);
  });

  it('is not built on an older Node.js, and both versions are named', async () => {
    const out = await write('newer', fileOf('double.js'));
    await mkdir(join(out, 'node_modules'));
    await symlink(join(top, 'packages/scaffold/node_modules/esbuild'), join(out, 'node_modules/esbuild'));
    await writeFile(join(out, 'package.json'), '{ "type": "module", "engines": { "node": ">=1000.9.0" } }');
    const built = run(process.execPath, ['build.js'], { cwd: out });
    const { code, stderr } = await built.then(
      () => assert.fail('it was built'),
      (error) => error,
    );
    assert.equal(code, 1);
    assert.equal(stderr, `needs Node.js 1000.9.0 or newer, this is ${process.versions.node}\n`);
  });

  it('passes the type check of what is written', async () => {
    const ofServices = ['@types/express', 'express', 'pino', 'prom-client', 'zod'];
    await mkdir(join(project, 'node_modules/@types'));
    for (const name of ofServices)
      await symlink(join(top, 'packages/service/node_modules', name), join(project, 'node_modules', name));
    await symlink(join(top, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'));
    const args = { kind: 'arguments', args: [{ n: 1, unit: 'm' }, 2] } as const;
    const folders = [
      await write('double', fileOf('double.js')),
      await write('triple', fileOf('triple.cjs')),
      await write('typed', fileOf('typed.ts')),
      await write('typed-copied', { ...fileOf('typed.ts'), isCopied: true }),
      await write('sum', { file: join(project, 'lib/typed.ts'), name: 'sum', call: args }),
      await write('typed-into', { ...fileOf('typed.ts'), into: 'node' }),
    ];
    const files = folders.map((folder) => join(folder, 'src/task.ts'));
    const extended = join(folders[0] ?? '', 'tsconfig.json');
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({ extends: extended, include: [], files }),
    );
    const tsc = run(join(top, 'node_modules/.bin/tsc'), ['-p', project]);
    assert.equal(
      await tsc.then(
        () => '',
        ({ stdout }) => stdout,
      ),
      '',
    );
  });
});

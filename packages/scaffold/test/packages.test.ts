import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { run } from '@cpu-bound/workload/test/child-process';
import { type ScaffoldOptions, scaffold } from '../src/scaffold.ts';
import { top as clone, exampleOf } from './example.ts';

/** A workspace with a project whose function needs a linked package in TypeScript, and installed ones of older versions. */
const WORKSPACE: Readonly<Record<string, string>> = {
  'packages/pricing/package.json':
    '{ "name": "@acme/pricing", "version": "1.0.0", "type": "module", "exports": { ".": "./src/index.ts", "./tax": "./src/tax.ts" } }',
  'packages/pricing/src/index.ts':
    "import decimals from 'decimals';\nexport const price = (net: number): number => decimals(net);\n",
  'packages/pricing/src/tax.ts': 'export const tax = (net: number): number => net / 5;\n',
  'packages/pricing/node_modules/decimals/package.json': '{ "name": "decimals", "version": "2.1.0" }',
  'packages/pricing/node_modules/decimals/index.js': 'module.exports = (n) => n;',
  'app/package.json': '{ "type": "module" }',
  'app/node_modules/zod/package.json': '{ "name": "zod", "version": "3.22.0" }',
  'app/node_modules/zod/index.js': 'module.exports = {};',
  'app/node_modules/ioredis/package.json': '{ "name": "ioredis", "version": "5.0.0" }',
  'app/node_modules/ioredis/index.js': 'module.exports = {};',
  'app/node_modules/decimals/package.json': '{ "name": "decimals", "version": "1.0.0" }',
  'app/node_modules/decimals/index.js': 'module.exports = (n) => n;',
  'app/priced.ts':
    "import { price } from '@acme/pricing';\nimport { tax } from '@acme/pricing/tax';\nexport const priced = ({ n }: { n: number }) => ({ n: price(n) + tax(n) });\n",
  'app/validated.js': "import zod from 'zod';\nexport const validated = () => ({ zod });\n",
  'app/cached.js': "import Redis from 'ioredis';\nexport const cached = () => ({ Redis });\n",
  'app/both.ts':
    "import { price } from '@acme/pricing';\nimport decimals from 'decimals';\nexport const both = ({ n }: { n: number }) => ({ n: decimals(price(n)) });\n",
  'app/page.js':
    "import { readFileSync } from 'node:fs';\nconst page = readFileSync(new URL('./pages/page.hbs', import.meta.url), 'utf8');\nexport const rendered = () => ({ page });\n",
  'app/pages/page.hbs': '<p>a page</p>',
  'app/versioned.js':
    "import { readFileSync } from 'node:fs';\nexport const versioned = () => JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));\n",
  'app/rates.cjs':
    "const { readFileSync } = require('node:fs');\nconst { join } = require('node:path');\nconst rates = readFileSync(join(__dirname, 'rates.csv'), 'utf8');\nexports.rates = () => ({ rates });\n",
  'app/rates.csv': '7,19',
  'app/beside.cjs': 'exports.beside = () => ({ names: [typeof __dirname, typeof __filename] });\n',
};

describe('the packages of a function', () => {
  let top: string;
  let folder: string;
  before(async () => {
    top = await realpath(await mkdtemp(join(tmpdir(), 'scaffold-packages-')));
    folder = join(top, 'workspace');
    for (const [name, text] of Object.entries(WORKSPACE)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    await mkdir(join(folder, 'app/node_modules/@acme'));
    await symlink(join(folder, 'packages/pricing'), join(folder, 'app/node_modules/@acme/pricing'));
  });
  after(() => rm(top, { recursive: true, force: true }));

  async function write(file: string, options: Partial<ScaffoldOptions> = {}): Promise<string> {
    const name = file.replace(/\..*/, '');
    const out = join(
      folder,
      'app',
      `${name}-${options.strategy ?? 'single'}${options.isCopied ? '-copied' : ''}`,
    );
    const cases = [{ name: 'one.json', body: Buffer.from('{"n":10}'), answer: '', type: 'application/json' }];
    await scaffold({
      ...exampleOf('single'),
      forKubernetes: false,
      cases,
      file: join(folder, 'app', file),
      name,
      out,
      ...options,
    });
    return out;
  }
  const manifestOf = async (out: string) => JSON.parse(await readFile(join(out, 'package.json'), 'utf8'));

  /** Builds the service as its image does: without links and installed packages of the project. */
  async function taskAsInImage(out: string, installed: readonly string[] = []) {
    const context = await mkdtemp(join(top, 'context-'));
    await cp(folder, context, {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
    const there = out.replace(folder, context);
    await mkdir(join(there, 'node_modules'));
    await symlink(join(clone, 'packages/scaffold/node_modules/esbuild'), join(there, 'node_modules/esbuild'));
    for (const path of installed)
      await cp(join(folder, path), join(there, 'node_modules', path.split('node_modules/')[1] ?? ''), {
        recursive: true,
      });
    await run(process.execPath, ['build.js'], { cwd: there });
    return (await import(join(there, 'dist/task.js'))).task;
  }

  it('have the versions of its project, and the service imports its own by other names', async () => {
    const out = await write('validated.js');
    const { dependencies, devDependencies } = await manifestOf(out);
    const service = JSON.parse(await readFile(join(clone, 'packages/service/package.json'), 'utf8'));
    assert.equal(dependencies.zod, '3.22.0');
    assert.equal(dependencies['service-zod'], `npm:zod@${service.dependencies.zod}`);
    assert.equal(dependencies.pino, service.dependencies.pino);
    assert.equal('zod' in devDependencies, false);
    const config = await readFile(join(out, 'src/service/run/config.ts'), 'utf8');
    assert.match(config, /from 'service-zod'/);
    assert.match(await readFile(join(folder, 'app/validated.js'), 'utf8'), /from 'zod'/);
  });

  it('are refused by name if another package of the strategy imports them, too', async () => {
    const queue = { strategy: 'queue' } as const;
    await assert.rejects(write('cached.js', queue), {
      message: /your function imports ioredis 5\.0\.0, and bullmq .* needs ioredis 6/,
    });
    const out = await write('cached.js');
    assert.equal((await manifestOf(out)).dependencies.ioredis, '5.0.0');
  });

  it('are refused by name if two of its files import two versions', () =>
    assert.rejects(write('both.ts'), { message: /two versions of decimals \((?:1\.0\.0|2\.1\.0) in / }));

  for (const isCopied of [false, true])
    it(`become a part of the task if they are linked${isCopied ? ', also in a copy' : ''}`, async () => {
      const out = await write('priced.ts', { isCopied });
      const { dependencies, linked } = await manifestOf(out);
      assert.equal(dependencies.decimals, '2.1.0');
      assert.equal('@acme/pricing' in dependencies, false);
      assert.deepEqual(Object.keys(linked).toSorted(), ['@acme/pricing', '@acme/pricing/tax']);
      const task = await taskAsInImage(out, ['packages/pricing/node_modules/decimals']);
      assert.deepEqual(task.run({ value: { n: 10 } }), { n: 12 });
    });

  for (const isCopied of [false, true])
    it(`come with the files that it reads beside itself${isCopied ? ', also in a copy' : ''}`, async () => {
      const page = await taskAsInImage(await write('page.js', { name: 'rendered', isCopied }));
      assert.deepEqual(page.run({ value: {} }), { page: '<p>a page</p>' });
      const rates = await taskAsInImage(await write('rates.cjs', { isCopied }));
      assert.deepEqual(rates.run({ value: {} }), { rates: '7,19' });
    });

  it('never replace the package.json of what is written by one that it reads', async () => {
    const out = await write('versioned.js');
    assert.equal((await manifestOf(out)).data, undefined);
  });

  it('may be CommonJS that asks for its own path', async () => {
    const task = await taskAsInImage(await write('beside.cjs'));
    assert.deepEqual(task.run({ value: {} }), { names: ['string', 'string'] });
  });
});

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { countCode } from '../../src/contestants/code.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bench-code-'));
});
after(() => rm(folder, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

const count = (name: string, command: [string, ...string[]]) =>
  countCode({ folder: join(folder, name), command });

const dependencies = (names: Readonly<Record<string, string>>) => JSON.stringify({ dependencies: names });

describe('the code that a contestant adds', () => {
  it('is unknown if its command names no script', async () => {
    await write('empty/package.json', '{}');
    assert.equal(await count('empty', ['./run', 'main.py']), undefined);
  });

  it('counts the lines of all files that its script leads to, without blanks, comments and imports', async () => {
    await write('lines/package.json', '{}');
    await write(
      'lines/src/main.ts',
      "/** Says so. */\nimport './deep/er.mjs';\n\n// why\nnew URL('./thread.ts', import.meta.url); // here\n/*\n many\n*/\n",
    );
    await write('lines/src/thread.ts', 'work();\n');
    await write('lines/src/other.ts', 'nobody leads here\n');
    await write('lines/src/deep/er.mjs', 'export {};\n');
    await write('lines/src/notes.md', 'no code\n');
    const found = await count('lines', ['node', 'src/main.ts']);
    assert.equal(found?.lines, 3);
  });

  it('counts the packages that it installs, and their dependencies, each once, wherever they are linked', async () => {
    // pnpm links packages into a store, in which a package finds its own dependencies as its siblings.
    await write('app/package.json', dependencies({ a: '1', b: '1', inside: 'workspace:*' }));
    await write('app/src/main.js', 'a();\n');
    await write('store/a/node_modules/a/package.json', dependencies({ c: '1' }));
    await write('store/b/node_modules/b/package.json', dependencies({ c: '1', gone: '1' }));
    await write('store/c/node_modules/c/package.json', dependencies({ a: '1' }));
    const link = async (from: string, to: string) => {
      await mkdir(dirname(join(folder, from)), { recursive: true });
      await symlink(join(folder, to), join(folder, from));
    };
    await link('app/node_modules/a', 'store/a/node_modules/a');
    await link('app/node_modules/b', 'store/b/node_modules/b');
    await link('store/a/node_modules/c', 'store/c/node_modules/c');
    await link('store/b/node_modules/c', 'store/c/node_modules/c');
    await link('store/c/node_modules/a', 'store/a/node_modules/a');
    const found = await count('app', ['node', 'src/main.js']);
    assert.deepEqual([found?.directDependencies, found?.allDependencies], [2, 3]);
  });

  it('counts the contestant’s imports from the repository, and the packages that these install', async () => {
    await write('user/package.json', dependencies({ '@mine/shared': 'workspace:*' }));
    await write('user/src/main.ts', "import { one } from '@mine/shared/part';\none();\n");
    const exports = { '.': './src/index.ts', './part': './src/part.ts' };
    const shared = { dependencies: { heavy: '1' }, exports };
    await write('shared/package.json', JSON.stringify(shared));
    await write('shared/src/part.ts', "import heavy from 'heavy';\nexport const one = () => heavy;\n");
    await write('shared/src/index.ts', 'nobody leads here\n');
    await write('shared/node_modules/heavy/package.json', '{}');
    await mkdir(join(folder, 'user/node_modules/@mine'), { recursive: true });
    await symlink(join(folder, 'shared'), join(folder, 'user/node_modules/@mine/shared'));
    assert.deepEqual(await count('user', ['node', 'src/main.ts']), {
      lines: 2,
      directDependencies: 1,
      allDependencies: 1,
    });
  });

  it('counts of a package’s entry the files whose names are imported, and neither the function nor its loader', async () => {
    await write('named/package.json', '{}');
    const imports = [
      "import { one, type Two } from '@mine/entry';",
      "import { loadWorkload } from '@cpu-bound/workload';",
    ];
    await write('named/src/main.ts', `${imports.join('\n')}\n`);
    await write('entry/package.json', JSON.stringify({ exports: { '.': './src/index.ts' } }));
    const entry = ["export { one } from './one.ts';", "export type { Two } from './two.ts';"];
    await write('entry/src/index.ts', [...entry, "export { three } from './three.ts';"].join('\n'));
    for (const name of ['one', 'two', 'three']) await write(`entry/src/${name}.ts`, `export ${name};\n`);
    await mkdir(join(folder, 'named/node_modules/@mine'), { recursive: true });
    await symlink(join(folder, 'entry'), join(folder, 'named/node_modules/@mine/entry'));
    assert.equal((await count('named', ['node', 'src/main.ts']))?.lines, 2);
  });

  it('is that of its strategy for a written service', async () => {
    const top = join(import.meta.dirname, '../../../..');
    const measured = await countCode({
      folder: join(top, 'packages/threads'),
      command: ['node', 'src/main.ts'],
    });
    const written = await countCode({
      folder: join(top, 'examples/services/threads'),
      command: ['node', 'dist/main.js'],
      scaffolded: true,
    });
    assert.deepEqual(
      [written?.lines, written?.directDependencies],
      [measured?.lines, measured?.directDependencies],
    );
    assert.ok((measured?.allDependencies ?? 0) > 50);
  });
});

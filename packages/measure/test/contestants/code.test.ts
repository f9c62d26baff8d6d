import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { scaffold } from '../../../scaffold/src/scaffold.ts';
import { exampleOf, top } from '../../../scaffold/test/example.ts';
import { countCode } from '../../src/contestants/code.ts';

/** Counts the code of `app/src/main.ts`, or of another command in the folder `app`. */
function count(
  files: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>> = {},
  command: [string, ...string[]] = ['node', 'src/main.ts'],
) {
  const folder = temporaryFolder({ 'app/package.json': '{}', ...files });
  for (const [from, to] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, from)), { recursive: true });
    symlinkSync(join(folder, to), join(folder, from));
  }
  return countCode({ folder: join(folder, 'app'), command });
}

const dependencies = (names: Readonly<Record<string, string>>) => JSON.stringify({ dependencies: names });

describe('the code that a contestant adds', () => {
  it('is unknown if its command names no script', async () =>
    assert.equal(await count({}, {}, ['./run', 'main.py']), undefined));

  it('counts the lines of all files that its script leads to, without blanks, comments and imports', async () => {
    const found = await count({
      'app/src/main.ts':
        "/** Says so. */\nimport './deep/er.mjs';\n\n// why\nnew URL('./thread.ts', import.meta.url); // here\n/*\n many\n*/\n",
      'app/src/thread.ts': 'work();\n',
      'app/src/other.ts': 'nobody leads here\n',
      'app/src/deep/er.mjs': 'export {};\n',
      'app/src/notes.md': 'no code\n',
    });
    assert.equal(found?.lines, 3);
  });

  it('counts the packages that it installs, and their dependencies, each once, wherever they are linked', async () => {
    // pnpm links packages into a store, in which a package finds its own dependencies as its siblings.
    const files = {
      'app/package.json': dependencies({ a: '1', b: '1', inside: 'workspace:*' }),
      'app/src/main.ts': 'a();\n',
      'store/a/node_modules/a/package.json': dependencies({ c: '1' }),
      'store/b/node_modules/b/package.json': dependencies({ c: '1', gone: '1' }),
      'store/c/node_modules/c/package.json': dependencies({ a: '1' }),
    };
    const found = await count(files, {
      'app/node_modules/a': 'store/a/node_modules/a',
      'app/node_modules/b': 'store/b/node_modules/b',
      'store/a/node_modules/c': 'store/c/node_modules/c',
      'store/b/node_modules/c': 'store/c/node_modules/c',
      'store/c/node_modules/a': 'store/a/node_modules/a',
    });
    assert.deepEqual([found?.directDependencies, found?.allDependencies], [2, 3]);
  });

  it('counts its imports from the repository except the function and its loader, and the packages that these install', async () => {
    const exports = { '.': './src/index.ts', './part': './src/part.ts' };
    const files = {
      'app/package.json': dependencies({ '@mine/shared': 'workspace:*' }),
      'app/src/main.ts':
        "import { one } from '@mine/shared/part';\nimport { loadWorkload } from '@cpu-bound/workload';\none();\n",
      'shared/package.json': JSON.stringify({ dependencies: { heavy: '1' }, exports }),
      'shared/src/part.ts': "import heavy from 'heavy';\nexport const one = () => heavy;\n",
      'shared/src/index.ts': 'nobody leads here\n',
      'shared/node_modules/heavy/package.json': '{}',
    };
    assert.deepEqual(await count(files, { 'app/node_modules/@mine/shared': 'shared' }), {
      lines: 2,
      directDependencies: 1,
      allDependencies: 1,
    });
  });

  it('is that of its strategy for a written service', async (t) => {
    const measured = await countCode({
      folder: join(top, 'packages/threads'),
      command: ['node', 'src/main.ts'],
    });
    const folder = join(temporaryFolder({}, t), 'service');
    await scaffold({ ...exampleOf('threads'), out: folder });
    const written = await countCode({ folder, command: ['node', 'dist/main.js'], scaffolded: true });
    assert.deepEqual(
      [written?.lines, written?.directDependencies],
      [measured?.lines, measured?.directDependencies],
    );
    assert.ok((measured?.allDependencies ?? 0) > 50);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { program } from '../src/program.ts';

const inMain = (text: string) => program(text, 'packages/threads/src/main.ts');

describe('a file of the published package', () => {
  it('has spaces where its types were, so that lines and columns stay', async () =>
    assert.equal(await inMain('let n: number = 1;\ntype A = 2;\nn;'), 'let n         = 1;\n           \nn;'));

  it('imports and starts the built files', async () =>
    assert.equal(
      await inMain("import { a } from './pool.ts';\nnew URL('./thread.ts', import.meta.url);"),
      "import { a } from './pool.js';\nnew URL('./thread.js', import.meta.url);",
    ));

  it('imports another package of the workspace by its path', async () => {
    assert.equal(
      await inMain("import '@cpu-bound/service/run/prepare';"),
      "import '../../service/src/run/prepare.js';",
    );
    assert.equal(
      await inMain("import { a } from '@cpu-bound/study/scenario';"),
      "import { a } from '../../study/src/scenario.js';",
    );
  });

  it('imports an installed package by its name', async () =>
    assert.equal(await inMain("import { Piscina } from 'piscina';"), "import { Piscina } from 'piscina';"));

  it('keeps names that are no file of the workspace', async () => {
    const text = "const page = 'notes.ts', kinds = ['.ts', '.tsx'];";
    assert.equal(await inMain(text), text);
  });

  it('names the command of the package, not that of a clone', async () =>
    assert.equal(
      await inMain("print('pnpm bench:all, or pnpm bench report');"),
      "print('npx cpu-bound-bench run, or npx cpu-bound-bench report');",
    ));

  it('cannot import a module that another package does not export', async () =>
    assert.rejects(inMain("import '@cpu-bound/service/run/server';"), /packages\/service exports no such/));
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { program } from '../src/packages.ts';

const inMain = (text: string) => program(text, 'packages/threads/src/main.ts');

describe('a file of the published package', () => {
  const kept = "const page = 'notes.ts', kinds = ['.ts', '.tsx'];";
  const cases: readonly [title: string, source: string, published: string][] = [
    [
      'has spaces where its types were, so that lines and columns stay',
      'let n: number = 1;\ntype A = 2;\nn;',
      'let n         = 1;\n           \nn;',
    ],
    ['imports the built files', "import { a } from './pool.ts';", "import { a } from './pool.js';"],
    [
      'starts the built files',
      "new URL('./thread.ts', import.meta.url);",
      "new URL('./thread.js', import.meta.url);",
    ],
    [
      'imports another package of the workspace by its path',
      "import '@cpu-bound/service/run/prepare';",
      "import '../../service/src/run/prepare.js';",
    ],
    ['imports an installed package by its name', "import 'piscina';", "import 'piscina';"],
    ['keeps names that are no file of the workspace', kept, kept],
    [
      'names the command of the package, not that of a clone',
      "print('pnpm bench:all, or pnpm bench report');",
      "print('npx cpu-bound-bench run, or npx cpu-bound-bench report');",
    ],
  ];
  for (const [title, source, published] of cases)
    it(title, async () => assert.equal(await inMain(source), published));

  it('cannot import a module that another package does not export', async () =>
    assert.rejects(
      inMain("import '@cpu-bound/service/run/connections';"),
      /packages\/service exports no such/,
    ));
});

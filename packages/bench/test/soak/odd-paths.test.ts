import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { shellWord } from '@cpu-bound/measure/model/shell-word';
import { endOf, startMarked } from '../e2e/bench.ts';
import { temporaryFolder } from '../temporary.ts';

const root = join(import.meta.dirname, '../../../..');
const odd = (name: string) => join(temporaryFolder('odd-'), `${name}'s $HOME "x"`);
const [clone, project, home, temporary] = ['clone', 'project', 'home', 'tmp'].map(odd) as [
  string,
  string,
  string,
  string,
];

before(() => {
  for (const folder of [project, home, temporary]) mkdirSync(folder);
  // A clone as pnpm installs it, except that the dependencies of others stay where they are.
  const isLeftOut = /\/(test|\.cache|dist)$/;
  cpSync(join(root, 'packages'), join(clone, 'packages'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !isLeftOut.test(path),
  });
  for (const file of ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml'])
    cpSync(join(root, file), join(clone, file));
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cpu-bound-bench');
  mkdirSync(join(home, '.cache'));
  if (existsSync(cache)) symlinkSync(cache, join(home, '.cache/cpu-bound-bench'));
  writeFileSync(
    join(project, "mine's $1.ts"),
    "import { half } from './half';\nexport const halved = (n: number) => ({ half: half(n) });\n",
  );
  writeFileSync(join(project, 'half.ts'), 'export const half = (n: number) => n / 2;\n');
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
});

it('a run measures all strategies where every path has an apostrophe, a space, a dollar sign and quotes', async () => {
  const out = join(project, "results' $2");
  const flags = ['--profile', 'smoke', '--scenarios', 'capacity', '--workload', "./mine's $1.ts#halved"];
  const bench = startMarked(
    [
      process.execPath,
      join(clone, 'packages/bench/src/cli.ts'),
      'run',
      ...flags,
      '--args',
      '[4]',
      '--out',
      out,
    ],
    project,
    { HOME: home, TMPDIR: temporary, XDG_CACHE_HOME: undefined },
  );
  const { code, output, left, analysis } = await endOf(bench, out);
  assert.equal(code, 0, output);
  assert.deepEqual(
    analysis.contestants.map(({ id }) => id),
    ['single', 'cluster', 'threads', 'queue'],
  );
  assert.deepEqual(analysis.validity.missing, []);
  assert.ok(output.includes(`bench adr ${shellWord(analysis.run.folder ?? '')}`), output);
  assert.deepEqual(left, []);
});

import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { listCommand } from '../../src/commands/list.ts';
import { ask, runBench } from '../e2e/bench.ts';
import { temporaryFolder } from '../temporary.ts';

const base = temporaryFolder('bench-e2e-');
before(async () => {
  await writeFile(join(base, 'notes.txt'), 'mine');
});

/** Commands with mistakes, and the answer to each: a line for each mistake, and nothing else. */
const mistakes: Readonly<Record<string, () => readonly [args: string, says: readonly RegExp[]]>> = {
  'names everything that is wrong with the flags of a run': () => [
    `run --profile fast --scenarios speed --contestants go,./nowhere --rounds 0 --workload ./nowhere.ts --out ${base}/nothing --quickly now`,
    [
      /^--quickly: unknown/m,
      /^now: unknown/m,
      /^--profile fast: /m,
      /^--scenarios speed: /m,
      /^--contestants go: /m,
      /^--contestants .*nowhere/m,
      /^--rounds 0: /m,
      /^--workload: /m,
    ],
  ],
  'does not write into a folder that has something in it': () => [
    `run --out ${base}`,
    [/^--out .*: is not empty/m],
  ],
  'does not go on with what is no run': () => [`run --resume ${base}`, [/has no manifest\.json/]],
  'renders no folder that holds no run': () => [
    `report ${base}`,
    [/has neither manifest\.json nor analysis\.json/],
  ],
  'names everything that is wrong with the flags of a crosscheck': () => [
    'crosscheck --contestants go --rounds x',
    [/^--contestants go: unknown/m, /^--rounds x: accepted/m],
  ],
  'names everything that is wrong with the flags of a selfcheck': () => [
    'selfcheck --only everything --runs many --rounds 0',
    [
      /--only everything: unknown; accepted: generator, runs, frames, honesty/,
      /--runs many: accepted: an integer from 1 to 100/,
      /--rounds 0: accepted: an integer from 1 to 60/,
    ],
  ],
  'keeps no findings in a file that is something else': () => [
    `selfcheck --only generator --out ${base}/notes.txt`,
    [/--out .*notes\.txt: is not JSON; accepted: /],
  ],
  'names the flag that was meant': () => ['run --profil', [/^--profil: unknown; did you mean --profile\?$/m]],
};

describe('the command line', () => {
  for (const [title, mistake] of Object.entries(mistakes))
    it(`${title}, and writes nothing`, async () => {
      const [args, says] = mistake();
      const { code, output } = await ask(...args.split(' '));
      assert.equal(code, 1, output);
      for (const message of says) assert.match(output, message);
      assert.equal(output.trim().split('\n').length, says.length, output);
      assert.deepEqual(await readdir(base), ['notes.txt']);
      assert.equal(await readFile(join(base, 'notes.txt'), 'utf8'), 'mine');
    });
});

it('the command line points to the help where a command is unknown', async () => {
  const { code, output } = await runBench('measure');
  assert.equal(code, 1, output);
  assert.match(output, /^error: unknown command 'measure'\n.*bench --help.*\n$/);
});

it('bench without a command is its help: the commands in three groups, and exit code 0', async () => {
  const { code, output } = await runBench();
  assert.equal(code, 0, output);
  const groups = [...output.matchAll(/^(\S.*):\n((?: .*\n?)+)/gm)].slice(-3);
  assert.deepEqual(
    groups.map(([, heading, lines = '']) => [heading, lines.match(/^ {2}\S+/gm)?.map((name) => name.trim())]),
    [
      ['Measure', ['run', 'more', 'check', 'doctor', 'init', 'list']],
      ['Read and decide', ['runs', 'report', 'publish', 'summary', 'compare', 'adr', 'scaffold']],
      ["For this project's maintainers", ['selfcheck', 'crosscheck', 'with-backends', 'conform']],
    ],
  );
});

it('bench list describes every contestant, scenario, need, profile and workload', async () => {
  const lines = (await listCommand(join(import.meta.dirname, '../../../..'))).split('\n');
  for (const id of ['queue', 'pm2', '@pools', 'capacity', 'throughput', 'smoke', 'primes'])
    assert.ok(
      lines.some((line) => new RegExp(`^  ${id} +\\S`).test(line)),
      id,
    );
  for (const line of lines) assert.ok(line.length <= 80, line);
});

it('bench conform tests no contestant whose dependencies are not installed, and exits with 2 and what to install', async () => {
  const folder = join(import.meta.dirname, '../fixtures/contestants/not-installed');
  const { code, output } = await ask('conform', folder);
  assert.equal(code, 2, output);
  assert.equal(
    output.trim(),
    'not-installed: installed-by-nobody: not installed; install the dependencies of all contestants: npx -y pnpm@12 install',
  );
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { profiles } from '@cpu-bound/study/config/profiles';
import { scenarios } from '@cpu-bound/study/scenarios/scenarios';
import { fixtures, runBench } from './bench.ts';

let base: string;
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'bench-e2e-'));
});
after(() => rm(base, { recursive: true }));

describe('bench run', () => {
  it('says everything that is wrong with its flags at once, and writes nothing', async () => {
    const folder = join(base, 'nothing');
    const { code, output } = await runBench(
      'run',
      ...['--profile', 'fast', '--scenarios', 'speed', '--contestants', 'go,./nowhere', '--rounds', '0'],
      ...['--workload', './nowhere.ts', '--out', folder, '--fast', 'now'],
    );
    assert.equal(code, 1, output);
    const wanted = [
      /^--fast: unknown/m,
      /^now: unknown/m,
      /^--profile fast: /m,
      /^--scenarios speed: /m,
      /^--contestants go: /m,
      /^--contestants .*nowhere/m,
      /^--rounds 0: /m,
      /^--workload: /m,
    ];
    for (const message of wanted) assert.match(output, message);
    assert.equal(output.trim().split('\n').length, wanted.length, 'and no stack');
    assert.equal(existsSync(folder), false);
  });

  it('does not write into a folder that has something in it', async () => {
    const folder = join(base, 'mine');
    await mkdir(folder);
    await writeFile(join(folder, 'notes.txt'), 'mine');
    const { code, output } = await runBench('run', '--out', folder);
    assert.equal(code, 1);
    assert.match(output, /^--out .*mine: is not empty/m);
  });

  it('does not go on with what is no run', async () => {
    const { code, output } = await runBench('run', '--resume', join(base, 'nowhere'));
    assert.equal(code, 1);
    assert.match(output, /nowhere: has no manifest\.json/);
    assert.doesNotMatch(output, /^ +at /m);
  });
});

describe('bench report', () => {
  it('refuses a folder that holds no run', async () => {
    const { code, output } = await runBench('report', join(base, 'nowhere'));
    assert.equal(code, 1);
    assert.match(output, /nowhere: has neither manifest\.json nor analysis\.json/);
  });
});

describe('bench profile', () => {
  let ended: { code: number | string; output: string };
  before(async () => {
    const [, paths = ''] = fixtures('dies');
    ended = await runBench('profile', '--contestants', `threads,${paths}`, '--seconds', '1');
  });

  it('shows which part and which function takes how much of a request', () => {
    const { output } = ended;
    const [, title, summary, parts, functions] = output.split(/\n\n+/);
    assert.match(title ?? '', /^## worker threads .*upTo=200000/m);
    // The main thread, and at least one that computes.
    const threads = Number(/ (\d+) threads? in all/.exec(summary ?? '')?.[1]);
    assert.ok(threads >= 2, output);
    assert.match(parts?.split('\n')[2] ?? '', /^\| the workload /, 'the largest part comes first');
    assert.match(parts ?? '', /^\| Node\.js /m);
    assert.match(functions ?? '', /^\| isPrime +\| +the workload \| +workload\//m);
  });

  it('names a contestant that fails, and says so in its exit code', () => {
    assert.equal(ended.code, 2, ended.output);
    assert.match(ended.output, /^dies failed: /m);
  });

  it('says everything that is wrong with its flags at once', async () => {
    const { code, output } = await runBench('profile', '--contestants', 'go', '--seconds', '0');
    assert.equal(code, 1);
    assert.match(output, /^--seconds 0: accepted/m);
    assert.match(output, /^--contestants go: /m);
  });
});

describe('bench list', () => {
  it('names every contestant, scenario, profile and workload, each with what it is', async () => {
    const { code, output } = await runBench('list');
    assert.equal(code, 0);
    for (const id of ['single', 'cluster', 'threads', 'queue', ...Object.keys(profiles), 'primes']) {
      assert.match(output, new RegExp(`^  ${id} +\\S`, 'm'));
    }
    for (const { id, question } of scenarios) {
      assert.ok(
        output.split('\n').some((line) => line.startsWith(`  ${id} `) && line.endsWith(question)),
        id,
      );
    }
  });
});

it('bench crosscheck names every flag that is wrong, and sends nothing', async () => {
  const { code, output } = await runBench(
    'crosscheck',
    '--contestants',
    'go',
    '--seconds',
    '0',
    '--rounds',
    'x',
  );
  assert.equal(code, 1);
  for (const flag of [/^--seconds 0: accepted/m, /^--contestants go: unknown/m, /^--rounds x: accepted/m])
    assert.match(output, flag);
});

describe('help', () => {
  it('of the bench names every command', async () => {
    const { code, output } = await runBench('--help');
    assert.equal(code, 0);
    for (const command of ['run', 'report', 'list', 'crosscheck'])
      assert.match(output, new RegExp(`^  ${command}\\b`, 'm'));
  });

  it('of bench run names every flag, and every profile', async () => {
    const { code, output } = await runBench('run', '--help');
    assert.equal(code, 0);
    const flags = [
      'profile',
      'scenarios',
      'contestants',
      'workload',
      'param',
      'baseline',
      'seed',
      'rounds',
      'out',
      'resume',
    ];
    for (const flag of flags) assert.match(output, new RegExp(`^  --${flag} <`, 'm'));
    for (const profile of Object.keys(profiles)) assert.ok(output.includes(profile), profile);
  });

  it('is pointed to where a command is unknown or incomplete', async () => {
    for (const { code, output } of await Promise.all([runBench('measure'), runBench('compare')])) {
      assert.equal(code, 1);
      assert.match(output, /error: /);
      assert.match(output, /bench --help/);
    }
  });
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { countCode } from '@cpu-bound/measure/contestants/code';
import type { WorkloadFacts } from '@cpu-bound/measure/workload/examine';
import { run } from '@cpu-bound/workload/test/child-process';
import { type ScaffoldFlags, scaffoldCommand } from '../../src/commands/scaffold.ts';
import type { Surface } from '../../src/commands/surface.ts';
import { nowhere } from '../fixtures/nowhere.ts';
import { startMarked } from './bench.ts';
import { copyExample } from './example.ts';
import { link } from './link.ts';

const root = join(import.meta.dirname, '../../../..');
const cli = join(root, 'packages/bench/src/cli.ts');
/**
 * By `pnpm test:scaffold`: `npm install` for each strategy, language and framework, all tests, and the whole contract.
 * `pnpm test` writes one service, and one strategy for an app.
 */
const isWhole = process.env.SCAFFOLD === 'whole';
/** The tests of what was written: each file starts it. */
const TESTS = isWhole ? 'test/*.test.[jt]s' : 'test/{service,mounted}.test.[jt]s';
const hasRedis = process.env.REDIS_URL !== undefined;
const CALLED = { workload: './src/render.ts#render', body: 'samples/*.json' };

describe('bench scaffold', () => {
  let project: string;
  before(async () => {
    project = join(await mkdtemp(join(tmpdir(), 'bench-scaffold-')), 'project');
    await copyExample(project);
    await writeFile(
      join(project, 'src/sum.js'),
      'export const sum = (...all) => all.reduce((a, b) => a + b, 0);\nexport const nothing = () => {};\n',
    );
    await link(project, ['micromark', 'micromark-extension-gfm']);
  });
  after(async () => {
    await nowhere.workloads.stop();
    await rm(dirname(project), { recursive: true, force: true });
  });

  const examined = new Map<string, Promise<WorkloadFacts>>();
  /** Examines each function once, which takes seconds. What is written after it does not change the function. */
  const workloads: Surface['workloads'] = {
    ...nowhere.workloads,
    examine(task, ...options) {
      const key = JSON.stringify(task);
      const found = examined.get(key) ?? nowhere.workloads.examine(task, ...options);
      examined.set(key, found);
      return found;
    },
  };
  const here = (): Surface => ({ ...nowhere, workloads, cwd: project, root, code: root });
  /** Writes a service in this process, where the formatter of all of them is loaded once. */
  const write = (strategy: string, language: 'ts' | 'js', flags: ScaffoldFlags) =>
    scaffoldCommand(strategy, language === 'js' ? { ...flags, js: true } : flags, here());
  /** Builds it and runs its tests. */
  async function tested(service: string): Promise<string> {
    const folder = join(project, service);
    const { dependencies, devDependencies } = JSON.parse(
      await readFile(join(folder, 'package.json'), 'utf8'),
    );
    if (isWhole)
      await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder });
    else await link(folder, Object.keys({ ...dependencies, ...devDependencies }));
    await run(process.execPath, ['build.js'], { cwd: folder });
    const { stdout } = await run(process.execPath, ['--test', TESTS], { cwd: folder });
    return stdout;
  }

  const strategies = isWhole ? ['single', 'cluster', 'threads', 'queue'] : ['threads'];
  for (const strategy of strategies)
    for (const language of isWhole ? (['ts', 'js'] as const) : (['js'] as const))
      it(`writes a service of ${strategy} in ${language} whose tests pass`, {
        skip: strategy === 'queue' && !hasRedis,
      }, async () => {
        const service = `${strategy}-${language}`;
        await write(strategy, language, { ...CALLED, out: service, kubernetes: true });
        assert.ok(existsSync(join(project, service, 'kubernetes/kustomization.yaml')));
        assert.match(await tested(service), /fail 0\n/);
        if (!isWhole) return;
        if (language === 'ts') await assertCounts(strategy, join(project, service));
        const conform = startMarked([process.execPath, cli, 'conform', service], project);
        const { code, output } = await conform.ended;
        assert.equal(code, 0, output);
      });

  const apps = isWhole
    ? ['single', 'cluster', 'threads', 'queue'].flatMap((strategy) =>
        ['express', 'fastify', 'node'].flatMap((framework) =>
          (['ts', 'js'] as const).map((language) => [strategy, framework, language] as const),
        ),
      )
    : [['single', 'fastify', 'ts'] as const];
  for (const [strategy, framework, language] of apps)
    it(`writes ${strategy} into an app of ${framework} in ${language}, whose tests pass`, {
      skip: strategy === 'queue' && !hasRedis,
    }, async () => {
      const folder = `src/${strategy}-${framework}-${language}`;
      await write(strategy, language, { ...CALLED, into: framework, out: folder });
      assert.match(await tested(folder), /fail 0\n/);
      if (!isWhole || language === 'js') return;
      // The function's own files have a configuration of their own.
      const tsc = startMarked(
        [process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', folder],
        project,
      );
      const ofItsOwn = (line: string) => line.includes('error TS') && line.startsWith(`${folder}/`);
      assert.deepEqual((await tsc.ended).output.split('\n').filter(ofItsOwn), []);
    });

  it('copies the function and its files where it is asked to, which then build anywhere', async () => {
    await write('single', 'ts', { ...CALLED, out: 'copied', copy: true });
    const elsewhere = join(dirname(project), 'elsewhere');
    await cp(join(project, 'copied'), elsewhere, { recursive: true });
    await link(elsewhere, ['esbuild', 'micromark', 'micromark-extension-gfm']);
    await run(process.execPath, ['build.js'], { cwd: elsewhere });
    const { task } = await import(join(elsewhere, 'dist/task.js'));
    const body = await readFile(join(project, 'samples/note.json'));
    assert.match(task.run(task.parse({}, body)).html, /<p>/);
  });

  it('makes a query of a function of arguments, and refuses what is no array', async () => {
    // As a decision record names it.
    const workload = './src/sum.js#sum?args=%5B1%2C2%5D';
    await write('single', 'js', { workload, out: 'sum' });
    const folder = join(project, 'sum');
    await link(folder, ['esbuild']);
    await run(process.execPath, ['build.js'], { cwd: folder });
    const { task } = await import(join(folder, 'dist/task.js'));
    assert.equal(task.run(task.parse({})), 3);
    assert.equal(task.run(task.parse({ args: '[3, 4, 5]' })), 12);
    assert.throws(() => task.parse({ args: '7' }), { name: 'InvalidParameter', parameter: 'args' });
  });

  it('refuses what it cannot write with, and writes nothing', async () => {
    await mkdir(join(project, 'full'));
    await writeFile(join(project, 'full/mine.txt'), '');
    const withoutInput = { args: '[]', out: 'new' };
    const refused: readonly [strategy: string, flags: ScaffoldFlags, says: RegExp, excess?: string[]][] = [
      ['threads', { workload: 'primes', out: 'new' }, /primes: is no function; accepted: .\/file.ts#name/],
      ['threads', { ...CALLED, out: 'full' }, /--out .*full: is not empty; accepted: an empty folder/],
      [
        'threads',
        { workload: './src/sum.js#sum', args: '[1]', out: 'full/mine.txt/new' },
        /--out .*new: cannot be written \(E.*accepted: a path where you may create a folder/,
      ],
      [
        'pools',
        { ...CALLED, out: 'new', into: 'koa' },
        /pools: unknown; accepted: single, cluster, threads, queue[\s\S]*samples\/b.json: of no flag; quote a pattern[\s\S]*--into koa: unknown; accepted: express, fastify, node/,
        ['samples/b.json'],
      ],
      [
        'threads',
        { ...CALLED, out: 'new', into: 'node', kubernetes: true },
        /--kubernetes: .*--into writes none; accepted: one of the two flags/,
      ],
      [
        'threads',
        { ...withoutInput, workload: './src/sum.js#none' },
        /is no function that it exports; accepted: nothing, sum/,
      ],
      [
        'threads',
        { ...withoutInput, workload: './src/sum.js#nothing' },
        /throws: TypeError – nothing of sum.js returns nothing/,
      ],
    ];
    for (const [strategy, flags, says, excess] of refused)
      await assert.rejects(scaffoldCommand(strategy, flags, here(), excess), {
        name: /^(Usage|Bench)Error$/,
        message: says,
      });
    assert.equal(existsSync(join(project, 'new')), false);
    assert.deepEqual(await readdir(join(project, 'full')), ['mine.txt']);
  });
});

/** Compares what is counted of a written service with what is counted of its strategy. */
async function assertCounts(strategy: string, folder: string): Promise<void> {
  const command: [string, ...string[]] = ['node', 'src/main.ts'];
  const measured = await countCode({ folder: join(root, 'packages', strategy), command });
  const written = await countCode({ folder, command, scaffolded: true });
  const counted = (facts: typeof measured) => [facts?.lines, facts?.directDependencies];
  assert.deepEqual(counted(written), counted(measured));
}

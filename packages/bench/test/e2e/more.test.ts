import assert from 'node:assert/strict';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { ownCores, withoutTaskset } from '@cpu-bound/measure/host/cpu-limits';
import type { Analysis } from '@cpu-bound/study/model';
import { readRun } from '@cpu-bound/study/results/store';
import { temporaryFolder } from '../temporary.ts';
import { type BenchProcess, filesOf, fixtures, runBench, startBench } from './bench.ts';

/** The reason why services cannot have a core of their own here. */
const undivided =
  (await withoutTaskset()) ??
  (ownCores().length < 2 ? 'the machine has no second core for generators' : false);
const part = undivided ? [] : ['--cores', '1'];

describe('a study to which bench more adds a run until Ctrl-C', () => {
  const base = temporaryFolder('bench-more-');
  let study: string;
  let begun: Awaited<ReturnType<typeof filesOf>>;
  let more: BenchProcess;
  const analysis = async (): Promise<Analysis> =>
    JSON.parse(await readFile(join(study, 'analysis.json'), 'utf8'));
  before(async () => {
    study = join(base, 'study');
    const one = ['--profile', 'smoke', '--scenarios', 'capacity', '--rounds', '1', '--seed', '1'];
    await runBench('run', ...one, ...part, ...fixtures('orphans'), '--out', study);
    begun = await filesOf(study);
    more = startBench('more', study, '--scenarios', 'capacity', '--for', '50s');
    await more.until(/\bround 1 of \d+: .*; about /m);
    process.kill(-(more.child.pid ?? assert.fail()), 'SIGINT');
    await more.ended;
  });

  it('announces what will be measured, and for how long', () => {
    assert.match(more.output(), /study: to measure, about .*, as many as fit into/);
    assert.match(more.output(), /^ {2}capacity: 9 rounds, about/m);
  });

  it('has the rounds of both runs, each with its time', async () => {
    const { run, scenarios, validity } = await analysis();
    const [first, second, ...none] = run.parts ?? [];
    assert.deepEqual([first?.questions, none], [{ capacity: 1 }, []]);
    const added = second?.questions.capacity ?? 0;
    assert.ok(added >= 1 && added <= 9, `${added}`);
    assert.ok((first?.startedAt ?? '') < (second?.startedAt ?? ''));
    // A window that a busy machine made void twice has no result. The fixture caches its answers, so a window may use
    // less than a tick of the CPU clock. It then has no answers per CPU second, so only throughput counts every
    // round.
    const least = 1 + added - validity.void.length;
    const throughput = scenarios.capacity?.metrics.find(({ metric }) => metric === 'throughput')?.n ?? 0;
    assert.ok(throughput >= least && throughput <= 1 + added, `${throughput}`);
  });

  it('has a page about all rounds, as Markdown and as HTML', async () => {
    for (const file of ['REPORT.md', 'index.html'])
      assert.match(await readFile(join(study, file), 'utf8'), /2 runs/, file);
  });

  it('keeps its earlier files unchanged', async () => {
    const now = await filesOf(study);
    for (const file of ['manifest.json', 'trials.ndjson', 'dimensions.json'])
      assert.equal(now[file], begun[file], file);
  });

  it('has other arrivals and another order in the added run, and the same windows', async () => {
    const [name = ''] = await readdir(join(study, 'runs'));
    const [first, second] = [await readRun(study), await readRun(join(study, 'runs', name))];
    assert.notEqual(first.manifest.seed, second.manifest.seed);
    const windows = ({ manifest }: typeof first) =>
      new Set(manifest.plan.flatMap(({ blocks }) => blocks.map(({ window }) => JSON.stringify(window))));
    assert.deepEqual(windows(second), windows(first));
  });

  it('measures both runs on the part of the machine that was asked for, and names it', {
    skip: undivided,
  }, async () => {
    const [name = ''] = await readdir(join(study, 'runs'));
    for (const { manifest } of [await readRun(study), await readRun(join(study, 'runs', name))]) {
      const { cores, part: divided } = manifest.environment;
      assert.deepEqual([cores, manifest.workers, divided?.of], [1, 1, ownCores().length]);
      assert.match(manifest.command, / --cores 1\b|bench more/);
    }
    assert.match(
      await readFile(join(study, 'REPORT.md'), 'utf8'),
      new RegExp(`1 of ${ownCores().length} cores`),
    );
  });

  it('is whole after the interruption, whose output says how to continue', async () => {
    const { code, output } = await more.ended;
    assert.equal(code, 130, output);
    assert.match(output, /to continue:\n {2}npx -y pnpm@12 bench more/);
    assert.equal((await analysis()).run.interrupted, false);
    assert.deepEqual(await more.left(), []);
  });

  it('is refused more rounds on another machine or with other code; the refusal names the differences', async () => {
    const other = join(base, 'other');
    await cp(study, other, { recursive: true });
    await rm(join(other, 'runs'), { recursive: true });
    const manifest = JSON.parse(await readFile(join(other, 'manifest.json'), 'utf8'));
    manifest.environment.cores = 640;
    manifest.sources = 'other';
    await writeFile(join(other, 'manifest.json'), JSON.stringify(manifest));
    const { code, output } = await runBench('more', other, '--scenarios', 'capacity');
    assert.equal(code, 1, output);
    assert.match(
      output,
      /other: cannot be added to; begin another study with npx -y pnpm@12 bench run:\nmachine: cores was 640, is \d+\ncode: /,
    );
    assert.ok(!(await readdir(other)).includes('runs'));
  });
});

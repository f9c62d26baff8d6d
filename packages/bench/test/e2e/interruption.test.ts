import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { readRun } from '@cpu-bound/study/results/store';
import { LOCK } from '../../src/commands/claim.ts';
import { newLock } from '../fixtures/claimant.ts';
import { temporaryFolder } from '../temporary.ts';
import {
  type BenchHere,
  type BenchProcess,
  fixtures,
  startBenchIn,
  startHere,
  startHereIn,
} from './bench.ts';

const base = temporaryFolder('bench-e2e-');
let folder: string;
before(async () => {
  folder = join(base, 'run');
});

/** On this system, a closed loop is measured in frames, in which services are stopped. */
const canStop = process.platform === 'linux';

const lock = { [LOCK]: newLock() };
/** Starts a bench. All of these benches have one lock, and each a temporary folder of its own. */
const start = (...args: string[]): BenchProcess => startBenchIn(lock, 'run', ...args);

/** Matches the line that the bench prints at the end of a sitting. */
const isOver = (round: number) => new RegExp(`^round ${round} of \\d+: .* – `, 'm');

const textOf = () => readFile(join(folder, 'trials.ndjson'), 'utf8');
/** Reads the lines of the ended trials, exactly as the file has them. */
async function ended(): Promise<string[]> {
  const { results } = await readRun(folder);
  const ids = new Set(results.flatMap(({ trial, end }) => (end ? [trial] : [])));
  const lines = (await textOf()).split('\n').filter((line) => line.endsWith('}'));
  return lines.filter((line) => ids.has(JSON.parse(line).trial));
}

/** Asserts that every trial of the plan has ended once, in its order, and that the run has ended. */
async function assertComplete(): Promise<void> {
  const { results, manifest, interrupted, notRun } = await readRun(folder);
  assert.deepEqual(
    results.map(({ trial, end }) => [trial, end?.trial]),
    manifest.plan.map(({ id }) => [id, id]),
  );
  for (const { blocks, trial } of results) {
    const planned = manifest.plan.find(({ id }) => id === trial)?.blocks.map(({ id }) => id);
    assert.deepEqual(
      blocks.map(({ block }) => block),
      planned,
    );
  }
  assert.deepEqual([interrupted, notRun], [false, []]);
}

describe('Ctrl-C while services are stopped in the middle of a run', () => {
  let interrupted: BenchProcess;
  let refused: Awaited<BenchProcess['ended']>;
  let waiting: BenchHere;
  before(async () => {
    const scope = ['--profile', 'smoke', '--scenarios', 'capacity', '--rounds', '3', '--seed', '1'];
    interrupted = start(...scope, ...fixtures('orphans'), '--out', folder);
    await interrupted.until(/trials? into/);
    refused = await start(...scope, '--out', join(base, 'refused')).ended;
    waiting = startHereIn(lock, 'run', '--resume', folder, '--wait');
    await waiting.until(/^waiting for /m);
    waiting.interrupt();
    await interrupted.until(isOver(1));
    if (canStop) await interrupted.untilStopped();
    process.kill(-(interrupted.child.pid ?? assert.fail()), 'SIGINT');
    await interrupted.ended;
  });

  it('ends the run with exit code 130', async () => {
    const { code, output } = await interrupted.ended;
    assert.equal(code, 130, output);
  });

  it('follows a second run’s refusal, which names the measuring process, its start and its folder', () => {
    assert.equal(refused.code, 1, refused.output);
    const { pid } = interrupted.child;
    assert.match(
      refused.output,
      new RegExp(`process ${pid} of .* since \\d{4}-.*Z, into .*run; give --wait`),
    );
    assert.equal(existsSync(join(base, 'refused')), false);
  });

  it('follows the interruption of a bench that waits for it, which ends with exit code 130 and measures nothing', async () => {
    const { code, output } = await waiting.ended;
    assert.equal(code, 130, output);
    assert.match(
      output,
      new RegExp(`waiting for process ${interrupted.child.pid} of .*, into .*run; Ctrl-C ends`),
    );
    assert.doesNotMatch(output, /trials? into/);
  });

  it('keeps the finished measurements, and a report that calls the run interrupted', async () => {
    assert.ok((await ended()).length >= 2, 'a block or the end of its trial is missing');
    assert.match(await readFile(join(folder, 'REPORT.md'), 'utf8'), /the run was interrupted before its end/);
    assert.match(interrupted.output(), /interrupted; to continue:\n {2}npx -y pnpm@12 bench run --resume /);
    assert.match(
      interrupted.output(),
      /to publish the finished part:\n {2}npx -y pnpm@12 bench report .* --publish/,
    );
  });

  it('leaves a page that no longer reloads itself', async () => {
    const page = await readFile(join(folder, 'index.html'), 'utf8');
    assert.doesNotMatch(page, /http-equiv="refresh"|This run goes on/);
  });

  it('leaves no process', async () => assert.deepEqual(await interrupted.left(), []));
});

describe('a bench that continues the run, and is stopped and killed while services are stopped', () => {
  let killed: BenchProcess;
  let earlier: string[];
  before(async () => {
    earlier = await ended();
    killed = start('--resume', folder);
    await killed.until(isOver(2));
    if (canStop) await killed.untilStopped();
    killed.child.kill('SIGSTOP');
    killed.child.kill('SIGKILL');
    assert.equal((await killed.ended).code, 'SIGKILL');
  });

  it('leaves no process, not even the one that its contestant started', async () =>
    assert.deepEqual(await killed.left(), []));

  it('keeps the measurements of both parts', async () => {
    const now = await ended();
    assert.deepEqual(now.slice(0, earlier.length), earlier);
    assert.ok(now.length >= earlier.length + 2, 'a block or the end of its trial is missing');
  });
});

describe('a bench that continues the run once more, after a truncated line', () => {
  let resumed: BenchHere;
  let earlier: string[];
  before(async () => {
    earlier = await ended();
    await appendFile(join(folder, 'trials.ndjson'), '{"kind":"blo');
    resumed = startHere('run', '--resume', folder);
    await resumed.ended;
  });

  it('measures only the missing trials, by the same plan', async () => {
    const { code, output } = await resumed.ended;
    assert.equal(code, 0, output);
    assert.deepEqual((await ended()).slice(0, earlier.length), earlier);
    await assertComplete();
  });

  it('writes a report of a complete run', async () =>
    assert.doesNotMatch(await readFile(join(folder, 'REPORT.md'), 'utf8'), /interrupted before its end/));

  it('leaves no process', async () => assert.deepEqual(await resumed.left(), []));
});

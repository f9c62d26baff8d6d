import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readRun } from '../../src/measure/results/store.ts';
import { type Bench, fixtures, startBench } from './bench.ts';

let base: string;
const started: Bench[] = [];
let interrupted: Bench;
let killed: Bench;
/** Both at once, for most of the time is spent waiting for processes that start. */
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'bench-e2e-'));
  interrupted = start(join(base, 'interrupted'));
  killed = start(join(base, 'killed'));
  await Promise.all([
    interrupted
      .until(firstIsOver)
      .then(() => process.kill(-(interrupted.child.pid ?? assert.fail()), 'SIGINT')),
    killed.until(firstIsOver).then(() => killed.child.kill('SIGKILL')),
  ]);
});
after(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await rm(base, { recursive: true });
});

/** Two sittings, of which the first is over when its line is printed. */
function start(folder: string): Bench {
  const scope = ['--profile', 'smoke', '--scenarios', 'capacity', '--rounds', '2', '--seed', '1'];
  const bench = startBench('run', ...scope, ...fixtures('orphans'), '--out', folder);
  started.push(bench);
  return bench;
}
const firstIsOver = /\bround 1: .* left$/m;

const textOf = (folder: string) => readFile(join(folder, 'trials.ndjson'), 'utf8');
/** The lines of the trials that ended, as they stand in the file. */
async function ended(folder: string): Promise<string[]> {
  const { results } = await readRun(folder);
  const ids = new Set(results.flatMap(({ trial, end }) => (end ? [trial] : [])));
  const lines = (await textOf(folder)).split('\n').filter((line) => line.endsWith('}'));
  return lines.filter((line) => ids.has(JSON.parse(line).trial));
}
const planOf = async (folder: string) => (await readRun(folder)).manifest.plan;

/** Every trial of the plan once, in its order, and the run's own last line. */
async function assertWhole(folder: string): Promise<void> {
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

describe('Ctrl-C in the middle of a run', () => {
  let folder: string;
  before(() => {
    folder = join(base, 'interrupted');
  });

  it('ends it with 130', async () => {
    const { code, output } = await interrupted.ended;
    assert.equal(code, 130, output);
  });

  it('keeps what was measured, and a report that says so', async () => {
    assert.ok((await ended(folder)).length >= 2, 'a block and the end of its trial');
    assert.match(await readFile(join(folder, 'REPORT.md'), 'utf8'), /the run was interrupted before its end/);
    assert.match(interrupted.output(), /interrupted; to go on: pnpm bench run --resume /);
  });

  it('leaves no process', async () => assert.deepEqual(await interrupted.left(), []));

  it('can be gone on with, which measures what is missing and no more', async () => {
    const before = await ended(folder);
    const again = startBench('run', '--resume', folder);
    started.push(again);
    const { code, output } = await again.ended;
    assert.equal(code, 0, output);
    assert.deepEqual((await ended(folder)).slice(0, before.length), before);
    await assertWhole(folder);
    assert.doesNotMatch(await readFile(join(folder, 'REPORT.md'), 'utf8'), /interrupted before its end/);
    assert.deepEqual(await again.left(), []);
  });
});

describe('a bench that is killed', () => {
  let folder: string;
  before(async () => {
    folder = join(base, 'killed');
    assert.equal((await killed.ended).code, 'SIGKILL');
  });

  it('leaves no process, not even what its contestant tried to leave', async () =>
    assert.deepEqual(await killed.left(), []));

  it('keeps what was measured', async () => assert.ok((await ended(folder)).length >= 2));

  it('has the plan that its seed gives any run', async () =>
    assert.deepEqual(await planOf(folder), await planOf(join(base, 'interrupted'))));

  it('goes on, also behind a line that was cut off', async () => {
    const before = await ended(folder);
    await appendFile(join(folder, 'trials.ndjson'), '{"kind":"blo');
    const resumed = startBench('run', '--resume', folder);
    started.push(resumed);
    const { code, output } = await resumed.ended;
    assert.equal(code, 0, output);
    assert.deepEqual((await ended(folder)).slice(0, before.length), before);
    await assertWhole(folder);
  });
});

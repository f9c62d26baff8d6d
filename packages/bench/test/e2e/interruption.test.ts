import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Bench, fixtures, startBench } from './bench.ts';

let base: string;
const started: Bench[] = [];
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'bench-e2e-'));
});
after(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await rm(base, { recursive: true });
});

function start(folder: string, ...contestants: string[]): Bench {
  const scope = ['--profile', 'smoke', '--scenarios', 'capacity', '--rounds', '1', '--seed', '1'];
  const bench = startBench('run', ...scope, ...fixtures(...contestants), '--out', folder);
  started.push(bench);
  return bench;
}

const trials = async (folder: string) =>
  (await readFile(join(folder, 'trials.ndjson'), 'utf8')).split('\n').filter((line) => line !== '');

describe('Ctrl-C in the middle of a run', () => {
  let folder: string;
  let bench: Bench;
  before(async () => {
    folder = join(base, 'interrupted');
    bench = start(folder, 'steady', 'orphans');
    await bench.until(/^\[2\/\d+\]/m);
    process.kill(-(bench.child.pid ?? assert.fail()), 'SIGINT');
  });

  it('ends it with 130', async () => {
    const { code, output } = await bench.ended;
    assert.equal(code, 130, output);
  });

  it('keeps what was measured, and a report that says so', async () => {
    assert.ok((await trials(folder)).length >= 2);
    assert.match(await readFile(join(folder, 'REPORT.md'), 'utf8'), /it was interrupted before its end/);
    assert.match(bench.output(), /interrupted; to go on: pnpm bench run --resume /);
  });

  it('leaves no process', async () => assert.deepEqual(await bench.left(), []));

  it('can be gone on with, which measures what is missing and no more', async () => {
    const before = await trials(folder);
    const again = startBench('run', '--resume', folder);
    started.push(again);
    const { code, output } = await again.ended;
    assert.equal(code, 0, output);
    const all = await trials(folder);
    assert.deepEqual(all.slice(0, before.length), before);
    const { plan } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    assert.equal(all.length, plan.length);
    assert.doesNotMatch(await readFile(join(folder, 'REPORT.md'), 'utf8'), /interrupted before its end/);
    assert.deepEqual(await again.left(), []);
  });
});

describe('a bench that is killed', () => {
  const planOf = async (folder: string) =>
    JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')).plan as { id: string }[];
  const ids = async (folder: string) =>
    (await trials(folder)).map((line) => JSON.parse(line).trial.id as string);
  let folder: string;
  before(async () => {
    folder = join(base, 'killed');
    const bench = start(folder, 'orphans', 'steady');
    await bench.until(/^\[1\/\d+\]/m);
    bench.child.kill('SIGKILL');
    assert.equal((await bench.ended).code, 'SIGKILL');
    assert.deepEqual(
      await bench.left(),
      [],
      'no process is left, not even what its contestant tried to leave',
    );
  });

  it('keeps what was measured', async () => assert.ok((await trials(folder)).length >= 1));

  it('goes on, also behind a line that was cut off, on the plan that its seed gives an unbroken run', async () => {
    await appendFile(join(folder, 'trials.ndjson'), '{"state":"compl');
    const resumed = startBench('run', '--resume', folder);
    started.push(resumed);
    const { code, output } = await resumed.ended;
    assert.equal(code, 0, output);
    const unbroken = join(base, 'unbroken');
    const other = start(unbroken, 'orphans', 'steady');
    assert.equal((await other.ended).code, 0);
    assert.deepEqual(await planOf(folder), await planOf(unbroken));
    assert.deepEqual(await ids(folder), await ids(unbroken));
  });
});

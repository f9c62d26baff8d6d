import assert from 'node:assert/strict';
import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRun } from '@cpu-bound/study/results/store';
import { type BenchProcess, startBench } from '../e2e/bench.ts';
import { temporaryFolder } from '../temporary.ts';

const root = join(import.meta.dirname, '../../../..');
const base = temporaryFolder('bench-e2e-');

describe('bench selfcheck --only runs', () => {
  const start = () => startBench('selfcheck', '--only', 'runs', '--out', join(base, 'selfcheck.json'));
  let killed: BenchProcess;
  let interrupted: BenchProcess;
  let folders: string[] = [];
  /** Waits until the first run of the bench measures. @returns the folder of its results */
  async function running(bench: BenchProcess): Promise<string> {
    await bench.until(/measuring first: /);
    const [, folder] = /into (results\/selfcheck-[^/]+)\/1\/throughput/.exec(bench.output()) ?? [];
    return join(root, folder ?? assert.fail(bench.output()));
  }
  before(async () => {
    killed = start();
    interrupted = start();
    folders = await Promise.all([killed, interrupted].map(running));
    killed.child.kill('SIGKILL');
    interrupted.child.kill('SIGINT');
    await interrupted.ended;
  });
  after(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  it('measures throughput first, with contestants of more work and one without a fault as the baseline', async () => {
    const [folder = assert.fail()] = folders;
    const { manifest } = await readRun(join(folder, '1', 'throughput'));
    assert.deepEqual(manifest.scenarios, ['capacity']);
    assert.deepEqual(
      manifest.contestants.map(({ id }) => id),
      ['plain', 'five', 'ten', 'twenty'],
    );
    assert.equal(manifest.baseline, 'plain');
  });
  it('leaves no process when it is killed', async () => assert.deepEqual(await killed.left(), []));
  it('ends with exit code 130 when it is interrupted, and so does its run', async () => {
    const { code, output } = await interrupted.ended;
    assert.equal(code, 130, output);
    assert.deepEqual(await interrupted.left(), []);
  });
  it('stores nothing of an interrupted run', async () => {
    await assert.rejects(access(join(base, 'selfcheck.json')));
  });
});

describe('bench selfcheck that is interrupted between two steps', () => {
  let bench: BenchProcess;
  let stored: Record<string, { readonly findings: readonly { readonly id: string }[] }>;
  before(async () => {
    const file = join(base, 'interrupted.json');
    await writeFile(file, JSON.stringify({ honesty: { findings: [{ id: 'of an earlier one' }] } }));
    bench = startBench('selfcheck', '--only', 'generator', '--out', file);
    const read = async () => JSON.parse(await readFile(file, 'utf8'));
    while ((await read()).generator === undefined) {
      assert.equal(bench.child.exitCode, null, bench.output());
      await sleep(50);
    }
    bench.child.kill('SIGINT');
    await bench.ended;
    stored = await read();
  });

  it('ends with exit code 130', async () => assert.equal((await bench.ended).code, 130, bench.output()));
  it('has stored the findings of its finished steps', () => {
    const ids = stored.generator?.findings.map(({ id }) => id) ?? [];
    assert.equal(ids[0], 'generator-cpu');
    assert.ok(
      !ids.some((id) => id.startsWith('open-ceiling')),
      'a step after the interruption has a finding',
    );
  });
  it('has kept the findings of another part', () => {
    assert.deepEqual(stored.honesty?.findings, [{ id: 'of an earlier one' }]);
  });
});

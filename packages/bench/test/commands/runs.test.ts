import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import type { Manifest } from '@cpu-bound/study/model';
import { createStore } from '@cpu-bound/study/results/store';
import { closedWindow, completed, loadResult, manifest, sitting } from '@cpu-bound/study/test/run';
import { LOCK, withMachine } from '../../src/commands/claim.ts';
import { newestRun, removeRunsCommand, runsCommand } from '../../src/commands/runs.ts';
import { newLock } from '../fixtures/claimant.ts';
import { nowhere } from '../fixtures/nowhere.ts';
import { temporaryFolder } from '../temporary.ts';

const plan = [1, 2, 3].map((round) => sitting(round, ['single'], [closedWindow()]));

describe('the runs of a repository', () => {
  const root = temporaryFolder('bench-runs-');
  const folder = (name: string) => join(root, 'results', name);
  let notes: string[] = [];
  const newest = async () => {
    notes = [];
    return basename(await newestRun({ root, note: (line) => void notes.push(line) }));
  };
  /** Writes a run that began at a minute, with some of its three trials; it is complete only if its end is given. */
  async function run(
    name: string,
    minute: number,
    ended: number,
    notRun?: readonly string[],
    { failed = false, ...changes }: Partial<Manifest> & { readonly failed?: boolean } = {},
  ) {
    const startedAt = `2026-01-31T08:${minute}:00.000Z`;
    const store = await createStore(folder(name), manifest({ plan, startedAt, ...changes }));
    for (const trial of plan.slice(0, ended)) {
      const { blocks, end } = completed(trial, failed ? [] : [[{ subject: 'single', load: loadResult(9) }]]);
      for (const line of [...blocks, end ?? assert.fail()]) await store.append(line);
    }
    if (notRun) await store.append({ kind: 'finished', notRun });
    await writeFile(join(folder(name), 'analysis.json'), '{}'); // an interrupted run has an analysis, too
  }

  it('are none at first', async () => {
    await assert.rejects(newest(), /there is no run yet/);
    assert.match(await runsCommand(root), /^no run yet/);
  });

  it('have a newest one: a complete run, or the newest interrupted one if none is complete', async () => {
    await run('nothing-yet', 10, 0);
    await assert.rejects(newest(), /no run that can answer/);
    await rm(folder('nothing-yet'), { recursive: true });
    await run('z-interrupted', 40, 2);
    assert.equal(await newest(), 'z-interrupted');
    await run('b-whole', 20, 3, []);
    await run('a-shortened', 30, 2, ['sitting/3']);
    assert.equal(await newest(), 'a-shortened', 'the start decides, and not the name');
  });

  it('have a newest one that no later smoke run hides', async () => {
    await run('smoke', 55, 3, [], { profile: 'smoke' });
    assert.equal(await newest(), 'a-shortened');
    await rm(folder('smoke'), { recursive: true });
  });

  it('have a newest one of the workload that was measured last, though an older run of another one has more', async () => {
    const workload = { ...manifest().workload, name: 'price', specifier: './price.ts#price' };
    await run('own-function', 55, 3, [], { profile: 'smoke', workload });
    assert.equal(await newest(), 'own-function');
    assert.deepEqual(notes, []);
    await rm(folder('own-function'), { recursive: true });
  });

  it('have a newest one that has an answer; newer ones that were passed over are named, with the reason', async () => {
    assert.equal(await newest(), 'a-shortened');
    assert.deepEqual(notes, [
      'this is results/a-shortened; newer, and passed over: z-interrupted (it was interrupted)',
    ]);
    await run('failed', 50, 3, [], { failed: true });
    await run('latency-alone', 51, 3, [], { scenarios: ['latency'] });
    await run('smoke-cut', 52, 2, undefined, { profile: 'smoke' });
    assert.equal(await newest(), 'a-shortened');
    assert.match(
      notes.join(),
      /: smoke-cut \(it was interrupted, and it is a smoke run\); latency-alone \(it measured latency alone\); failed \(it measured nothing\); z-interrupted/,
    );
    for (const name of ['failed', 'latency-alone', 'smoke-cut']) await rm(folder(name), { recursive: true });
  });

  it('have a newest one that never compares two checkouts', async () => {
    const against = { name: 'main', commit: 'a', sources: 'b', isSame: false, taken: [], notThere: [] };
    await run('two-checkouts', 50, 3, [], { against });
    assert.equal(await newest(), 'a-shortened');
    await rm(folder('two-checkouts'), { recursive: true });
  });

  it('are listed with their start and their state, in lines of at most 100 columns', async () => {
    const lines = (await runsCommand(root)).split('\n');
    assert.deepEqual(
      lines.map((line) => line.split(/ {2,}/).slice(0, 3)),
      [
        ['z-interrupted', '2026-01-31 08:40', 'interrupted after 2 of 3 trials'],
        ['a-shortened', '2026-01-31 08:30', 'finished, 10 s, 1 of 3 trials left out'],
        ['b-whole', '2026-01-31 08:20', 'finished, 15 s'],
      ],
    );
    assert.ok(
      lines.every((line) => line.length <= 100 && line.includes('primes')),
      lines.join('\n'),
    );
  });

  it('are listed as running while a bench measures them, and cannot be removed then', async (t) => {
    const before = process.env[LOCK];
    process.env[LOCK] = newLock();
    t.after(() => {
      delete process.env[LOCK];
      if (before !== undefined) process.env[LOCK] = before;
    });
    const purpose = { measures: 'bench run', folder: folder('b-whole') };
    await withMachine(purpose, nowhere, async () => {
      assert.match(await runsCommand(root), /^b-whole .* running /m);
      const message = `b-whole: is being measured by process ${process.pid}; end it first`;
      await assert.rejects(removeRunsCommand(['b-whole'], root), { message });
    });
    assert.doesNotMatch(await runsCommand(root), / running /);
  });

  it('are listed as of another version if their schema is another one', async () => {
    await run('old', 50, 3, []);
    await writeFile(
      join(folder('old'), 'manifest.json'),
      JSON.stringify({ ...manifest(), schemaVersion: 1 }),
    );
    assert.match(await runsCommand(root), /^old .* of another version /m);
    assert.equal(await newest(), 'a-shortened');
    await rm(folder('old'), { recursive: true });
  });

  for (const file of ['manifest.json', 'dimensions.json'])
    it(`have a ${file} that is JSON, or an error names the file and the remedy`, async () => {
      await run('damaged', 50, 3, []);
      await writeFile(join(folder('damaged'), file), '{');
      const message = new RegExp(`damaged/${file}: is not JSON; restore the file, or remove the folder`);
      await assert.rejects(runsCommand(root), { name: 'ResultsError', message });
      await assert.rejects(newest(), { name: 'ResultsError', message });
      await rm(folder('damaged'), { recursive: true });
    });

  it('are removed by their names, either all or none', async () => {
    await writeFile(join(root, 'results', 'notes.txt'), 'mine');
    await assert.rejects(removeRunsCommand(['b-whole', '../results', 'notes.txt'], root), {
      name: 'UsageError',
      message: /^\.\.\/results: there is no such run.*\nnotes\.txt: there is no such run/,
    });
    await removeRunsCommand(['b-whole', 'z-interrupted'], root);
    assert.deepEqual((await readdir(join(root, 'results'))).toSorted(), ['a-shortened', 'notes.txt']);
  });
});

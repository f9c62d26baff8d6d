import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import { refusalOf } from '@cpu-bound/workload/test/refusal';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import fc from 'fast-check';
import type { Line, TrialResult } from '../../src/model/results.ts';
import {
  createStore,
  layout,
  ResultsError,
  readRun,
  reopenStore,
  type Store,
} from '../../src/results/store.ts';
import { closedWindow, completed, loadResult, manifest, sitting } from '../fixtures/run.ts';

/** The sitting of a round with two blocks. */
function result(round: number, failed = false): TrialResult {
  const trial = sitting(round, ['single', 'cluster'], [closedWindow(), closedWindow()]);
  const windows = ['single', 'cluster'].map((subject) => ({ subject, load: loadResult(100 * round) }));
  const death = {
    subject: 'cluster',
    reason: 'died' as const,
    message: 'exit code 3',
    log: ['out of ideas'],
  };
  return completed(trial, [windows, windows], { failures: failed ? [death] : [] });
}
const linesOf = ({ blocks, end }: TrialResult): Line[] => (end ? [...blocks, end] : [...blocks]);

const results = [result(1), result(2, true), result(3)];
const [first, second] = results as [TrialResult, TrialResult];
const finished: Line = { kind: 'finished', notRun: ['sitting/4'] };

const written = manifest({ plan: [1, 2, 3, 4].map((round) => sitting(round, ['single'], [closedWindow()])) });

const base = temporaryFolder();
let folder: string;
let store: Store;
beforeEach(async () => {
  folder = join(await mkdtemp(join(base, 'run-')), 'results');
  store = await createStore(folder, written);
});

const append = async (...lines: readonly Line[]) => {
  for (const line of lines) await store.append(line);
};
const appendAll = () => append(...results.flatMap(linesOf), finished);

it('the error for a folder that cannot be written names the folder and the remedy', async () => {
  const file = join(base, 'a-file');
  await writeFile(file, '');
  await assert.rejects(createStore(join(file, 'run'), written), {
    name: 'ResultsError',
    message: /a-file.run cannot be written \(ENOTDIR.*: name another with --out$/,
  });
});

describe('a run that is read back', () => {
  it('has its manifest and its results, in order', async () => {
    await appendAll();
    const run = await readRun(folder);
    assert.deepEqual(run.manifest, written);
    assert.deepEqual(run.results, results);
  });

  it('has each block, and the end of its trial, as soon as they are written', async () => {
    const lines = linesOf(first);
    for (const [index, line] of lines.entries()) {
      await store.append(line);
      const [read] = (await readRun(folder)).results;
      assert.equal(read?.blocks.length, Math.min(index + 1, lines.length - 1));
      assert.equal(read?.end !== undefined, index === lines.length - 1);
    }
  });

  it('has the lines of each trial together, in the order in which the trials began', async () => {
    const [one, other] = [linesOf(first), linesOf(second)];
    await append(...one.slice(0, 2), ...other, ...one.slice(2));
    assert.deepEqual((await readRun(folder)).results, [first, second]);
  });

  it('has its samples unchanged, to the bit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.float32Array({ noNaN: true }), async (samples) => {
        const file = await store.keepSamples('capacity/1/single/200000/load', samples);
        assert.deepEqual((await readRun(folder)).samples(file), samples);
      }),
      { numRuns: 25 },
    );
  });

  it('has the samples of a part of a buffer, and not the rest of the buffer', async () => {
    const buffer = Float32Array.from([1, 2, 3, 4]);
    const file = await store.keepSamples('part', buffer.subarray(1, 3));
    assert.deepEqual((await readRun(folder)).samples(file), Float32Array.from([2, 3]));
  });

  it('distinguishes the samples of different windows', async () => {
    const names = ['capacity/1/single/a/load', 'capacity/1/single/a/probe', 'capacity/2/single/a/load'];
    const files = [];
    for (const [index, name] of names.entries()) {
      files.push(await store.keepSamples(name, Float32Array.from([index])));
    }
    const { samples } = await readRun(folder);
    const firsts = files.map((file) => samples(file)[0]);
    assert.deepEqual(firsts, [0, 1, 2]);
  });

  it('counts as interrupted until its last line, which names the trials without time', async () => {
    for (const line of results.flatMap(linesOf)) {
      const run = await readRun(folder);
      assert.deepEqual([run.interrupted, run.notRun], [true, []]);
      await store.append(line);
    }
    assert.equal((await readRun(folder)).interrupted, true);
    await store.append(finished);
    const run = await readRun(folder);
    assert.deepEqual([run.interrupted, run.notRun], [false, ['sitting/4']]);
  });

  it('took as long as its completed trials', async () => {
    await append(...results.flatMap(linesOf), ...result(4).blocks);
    assert.equal((await readRun(folder)).durationS, 15);
  });

  it('has its dimensions as soon as they are written', async () => {
    assert.equal((await readRun(folder)).dimensions, undefined);
    const dimensions = {
      warmUpSeconds: { single: 1.5 },
      kernelMs: { 'upTo=200000': 5 },
      generatorCeiling: 4_000,
    };
    await store.keepDimensions(dimensions);
    assert.deepEqual((await readRun(folder)).dimensions, dimensions);
  });
});

describe('a run that was killed while it wrote', () => {
  it('is read without its last line, wherever that breaks off', async () => {
    const [line] = linesOf(second).map((one) => `${JSON.stringify(one)}\n`);
    assert.ok(line);
    await append(...linesOf(first));
    for (const length of [1, 2, 10, 100, line.length - 2]) {
      const file = join(folder, layout.trials);
      const complete = await readFile(file, 'utf8');
      await appendFile(file, line.slice(0, length));
      assert.deepEqual((await readRun(folder)).results, [first], `${length} bytes`);
      await writeFile(file, complete);
    }
  });

  it('has a last line that lacks only its line break', async () => {
    await append(...results.flatMap(linesOf));
    const file = join(folder, layout.trials);
    await truncate(file, (await readFile(file)).length - 1);
    assert.deepEqual((await readRun(folder)).results, results);
  });
});

describe('a run that continues', () => {
  it('begins after the last complete trial, and measures one that was cut short again', async () => {
    await append(...linesOf(first), ...second.blocks.slice(0, 1));
    const reopened = await reopenStore(folder);
    assert.deepEqual((await readRun(folder)).results, [first]);
    for (const line of linesOf(second)) await reopened.append(line);
    assert.deepEqual((await readRun(folder)).results, [first, second]);
  });

  it('begins after a line that was cut off', async () => {
    await append(...linesOf(first));
    await appendFile(join(folder, layout.trials), '{"kind":"blo');
    const reopened = await reopenStore(folder);
    for (const line of linesOf(second)) await reopened.append(line);
    assert.deepEqual((await readRun(folder)).results, [first, second]);
  });

  it('is complete only after it has finished again, and keeps its measurements', async () => {
    await appendAll();
    await reopenStore(folder);
    const run = await readRun(folder);
    assert.deepEqual([run.results, run.interrupted], [results, true]);
  });
});

describe('a folder that holds no run is refused', () => {
  const refusal = async (path: string) => (await refusalOf(readRun(path), ResultsError)).message;

  it('if the folder does not exist, or has no manifest', async () => {
    assert.match(await refusal(join(base, 'nowhere')), /nowhere: has no manifest\.json; accepted: /);
    await rm(join(folder, layout.manifest));
    assert.match(await refusal(folder), /has no manifest\.json/);
  });

  it('if the manifest is not JSON, naming the file', async () => {
    await writeFile(join(folder, layout.manifest), '{ "schemaVersion": 1,');
    const message = await refusal(folder);
    assert.match(message, /manifest\.json: is not JSON; restore the file, or remove the folder/);
  });

  it('if it has another schema version, naming both', async () => {
    await writeFile(join(folder, layout.manifest), JSON.stringify({ ...manifest(), schemaVersion: 1 }));
    assert.match(
      await refusal(folder),
      /\(schema version 1; this one reads version 3\)\. Measure again, or use the version/,
    );
  });
});

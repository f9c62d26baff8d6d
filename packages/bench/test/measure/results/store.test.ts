import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  createStore,
  layout,
  ResultsError,
  readRun,
  reopenStore,
  type Store,
} from '../../../src/measure/results/store.ts';
import { cell, completed, failed, loadWindow, manifest, voided } from '../../fixtures/run.ts';

const results = [
  completed(cell('capacity', 1, 'single'), [loadWindow({ upTo: 200_000, connections: 50 }, 180)]),
  failed(cell('capacity', 1, 'cluster'), 'its process ended with exit code 3', ['out of ideas']),
  voided(cell('capacity', 2, 'single'), 'another process used the machine'),
];

const written = manifest({ plan: results.map(({ trial }) => trial) });

let base: string;
let folder: string;
let store: Store;
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'bench-store-'));
});
after(() => rm(base, { recursive: true }));
beforeEach(async () => {
  folder = join(await mkdtemp(join(base, 'run-')), 'results');
  store = await createStore(folder, written);
});

const appendAll = async () => {
  for (const result of results) await store.append(result);
};

it('a folder that cannot be written is named, with what to do', async () => {
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

  it('has each result as soon as it was added', async () => {
    for (const [index, result] of results.entries()) {
      await store.append(result);
      assert.equal((await readRun(folder)).results.length, index + 1);
    }
  });

  it('has none before its first trial', async () => {
    assert.deepEqual((await readRun(folder)).results, []);
  });

  it('has its samples as they were, to the bit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.float32Array({ noNaN: true }), async (samples) => {
        const file = await store.keepSamples('capacity/1/single/200000/load', samples);
        assert.deepEqual((await readRun(folder)).samples(file), samples);
      }),
      { numRuns: 25 },
    );
  });

  it('has the samples of a part of a buffer, not the whole of it', async () => {
    const whole = Float32Array.from([1, 2, 3, 4]);
    const file = await store.keepSamples('part', whole.subarray(1, 3));
    assert.deepEqual((await readRun(folder)).samples(file), Float32Array.from([2, 3]));
  });

  it('keeps the samples of different windows apart', async () => {
    const names = ['capacity/1/single/a/load', 'capacity/1/single/a/probe', 'capacity/2/single/a/load'];
    const files = [];
    for (const [index, name] of names.entries()) {
      files.push(await store.keepSamples(name, Float32Array.from([index])));
    }
    const { samples } = await readRun(folder);
    assert.deepEqual(
      files.map((file) => samples(file)[0]),
      [0, 1, 2],
    );
  });

  it('was interrupted until the last trial of its plan', async () => {
    const seen = [(await readRun(folder)).interrupted];
    for (const result of results) {
      await store.append(result);
      seen.push((await readRun(folder)).interrupted);
    }
    assert.deepEqual(seen, [true, true, true, false]);
  });

  it('took as long as its trials', async () => {
    await appendAll();
    assert.equal((await readRun(folder)).durationS, 15);
  });

  it('has its dimensions, once they are there', async () => {
    assert.equal((await readRun(folder)).dimensions, undefined);
    const dimensions = { contestants: { single: { capacity: 180, warmUpSeconds: 1, computeMs: 5 } } };
    await store.keepDimensions(dimensions);
    assert.deepEqual((await readRun(folder)).dimensions, dimensions);
  });
});

describe('a run that was killed while it wrote', () => {
  const cutOff = async (bytes: number) => {
    const file = join(folder, layout.trials);
    await truncate(file, (await readFile(file)).length - bytes);
  };

  it('is read without the line that is not whole', async () => {
    await appendAll();
    await cutOff(20);
    assert.deepEqual((await readRun(folder)).results, results.slice(0, -1));
  });

  it('is read without it wherever the line breaks off', async () => {
    const line = `${JSON.stringify(results[1])}\n`;
    await store.append(results[0] ?? assert.fail());
    for (const length of [1, 2, 10, 100, line.length - 2]) {
      const file = join(folder, layout.trials);
      const whole = await readFile(file, 'utf8');
      await appendFile(file, line.slice(0, length));
      assert.deepEqual((await readRun(folder)).results, results.slice(0, 1), `${length} bytes`);
      await writeFile(file, whole);
    }
  });

  it('goes on behind the last line that is whole', async () => {
    await appendAll();
    await cutOff(20);
    const reopened = await reopenStore(folder);
    await reopened.append(results[2] ?? assert.fail());
    assert.deepEqual((await readRun(folder)).results, results);
  });

  it('has a last line that lacks only its line break', async () => {
    await appendAll();
    await cutOff(1);
    assert.deepEqual((await readRun(folder)).results, results);
  });
});

describe('what is no run is refused', () => {
  async function refusal(path: string): Promise<string> {
    const error = await readRun(path).then(
      () => assert.fail('it was read'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ResultsError, String(error));
    return error.message;
  }

  it('where the folder is not there', async () => {
    assert.match(await refusal(join(base, 'nowhere')), /nowhere: has no manifest\.json; accepted: /);
  });

  it('where the folder has no manifest', async () => {
    await rm(join(folder, layout.manifest));
    assert.match(await refusal(folder), /has no manifest\.json/);
  });

  it('where the manifest is not JSON, naming the file', async () => {
    await writeFile(join(folder, layout.manifest), '{ "schemaVersion": 1,');
    assert.match(await refusal(folder), /manifest\.json: is not JSON/);
  });

  it('where it has another schema version, naming both', async () => {
    await writeFile(join(folder, layout.manifest), JSON.stringify({ ...manifest(), schemaVersion: 2 }));
    assert.match(await refusal(folder), /has schema version 2; this bench reads version 1/);
  });
});

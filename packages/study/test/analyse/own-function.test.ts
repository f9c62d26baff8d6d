import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { loadWorkload, rotationOf, withInputs } from '@cpu-bound/workload';
import { inspected, LOOK, type Look, type Recalled } from '@cpu-bound/workload/inspected';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { aboutRecall } from '../../src/analyse/own-function.ts';
import type { WindowResult } from '../../src/model/results.ts';
import { HEADLINE_CLOSED } from '../../src/model.ts';
import { analysed, type Made } from '../fixtures/measured.ts';
import { closedWindow, completed, loadResult, sitting } from '../fixtures/run.ts';

const folder = join(import.meta.dirname, '../fixtures/own-functions');

const log = join(temporaryFolder(), 'loads');

/** Looks at a function as the check of a run does, and returns the ids of the findings. */
async function examined(name: string) {
  const specifier = withInputs(`./functions.ts#${name}`, { body: 'inputs/*.json' }, folder);
  const own = await loadWorkload(specifier);
  const workload = await inspected(async () => own, log);
  const look = async (query: Record<string, string>) => workload.run(workload.parse(query));
  const inputs = rotationOf(own, own.headline);
  const calls = { [LOOK]: 'calls', query: JSON.stringify(inputs[0]), ms: '400', most: '1000' };
  const { keptBytes = 0, slowdowns = [] } = (await look(calls)) as unknown as Look;
  const recalled = await look({ [LOOK]: 'recall', queries: JSON.stringify(inputs) });
  return aboutRecall(name, { ...(recalled as unknown as Recalled), keptBytes, slowdowns }).map(
    ({ id }) => id,
  );
}

describe('the check of a function with several inputs', () => {
  it('finds nothing in a function that computes each answer', async () => {
    assert.deepEqual(await examined('computes'), []);
  });

  it('finds a function that remembers its answers', async () => {
    assert.deepEqual(await examined('memoises'), ['remembers']);
  });

  it('finds that each call keeps memory, and that each call does more than the one before', async () => {
    assert.deepEqual(await examined('doesMoreInEachCall'), ['keeps-memory', 'slower']);
  });
});

const COMPUTES = { inputs: 4, firstMs: 9, againMs: 8, keyMs: 0.01, keptBytes: 0 };
const ids = (recall: Parameters<typeof aboutRecall>[1]) => aboutRecall('f', recall).map(({ id }) => id);

describe('the findings of an examination', () => {
  it('report that one input cannot show whether a function remembers, and how to give several', () => {
    const [found, ...others] = aboutRecall('f', { inputs: 1, keptBytes: 0 });
    assert.equal(found?.id, 'one-input');
    assert.match(found.remedy, /--body 'samples/);
    assert.deepEqual(others, []);
  });

  it('report no remembering if the second call takes longer than making a key of the input', () => {
    assert.deepEqual(ids({ ...COMPUTES, firstMs: 90, againMs: 2 }), []);
    assert.deepEqual(ids({ ...COMPUTES, firstMs: 90, againMs: 2, keyMs: 1.5 }), ['remembers']);
  });

  it('report no remembering if even the first call takes no time', () => {
    assert.deepEqual(ids({ ...COMPUTES, firstMs: 0.04, againMs: 0.001 }), []);
  });

  it('report no slowdown if the machine was busy now and then', () => {
    assert.deepEqual(ids({ ...COMPUTES, slowdowns: [5, 0.6, 1.4, 1.2] }), []);
    assert.deepEqual(ids({ ...COMPUTES, slowdowns: [1.4, 1.2, 1.1, 1.1] }), ['slower']);
  });

  it('name the function, the times and the remedy', () => {
    const [found] = aboutRecall('render', { ...COMPUTES, againMs: 0.002 });
    assert.equal(
      found?.message,
      '`render` remembers its answers: a new input takes 9.00 ms, and the same input 0.00200 ms when it comes again. These figures are those of looking up an answer',
    );
    assert.match(found.remedy, /below its cache/);
  });
});

/** CPU seconds and MiB of a service in each block of a sitting. */
type Block = { readonly cpu: number; readonly mib: number };

/** Makes this number of equal rounds of a closed loop, with a sitting of each contestant. */
function rounds(count: number, blocks: readonly Block[], contestants = ['single']): Made[] {
  return Array.from({ length: count }, (_, index) => {
    const window = { ...closedWindow(), id: HEADLINE_CLOSED };
    const trial = sitting(
      index + 1,
      contestants,
      blocks.map(() => window),
    );
    const windows = blocks.map(({ cpu, mib }): WindowResult[] =>
      contestants.map((subject) => ({
        subject,
        load: loadResult(100),
        usage: { serverCpu: cpu, serverRssBytes: mib * 2 ** 20, generatorCpu: 0 },
      })),
    );
    return { trial, result: completed(trial, windows) };
  });
}

const found = (made: readonly Made[]) =>
  analysed(made).validity.warnings.flatMap(({ id, about }) => (about === 'function' ? [id] : []));
const flat = { cpu: 1, mib: 100 };

describe('the rounds of a function', () => {
  it('show nothing if time and memory stay constant', () => {
    assert.deepEqual(found(rounds(4, [flat, { cpu: 1.2, mib: 120 }, { cpu: 0.8, mib: 110 }])), []);
  });

  it('show that the function does more from call to call', () => {
    assert.deepEqual(found(rounds(4, [flat, { ...flat, cpu: 1.6 }])), ['slower']);
  });

  it('show that the function remembers its results', () => {
    assert.deepEqual(found(rounds(4, [flat, { ...flat, cpu: 0.2 }])), ['faster']);
  });

  it('show no remembering if code became 2.5 times as fast when it was compiled', () => {
    assert.deepEqual(found(rounds(4, [flat, { ...flat, cpu: 0.4 }])), []);
  });

  it('show a leak, but neither a cache that fills once nor a heap that warms up', () => {
    const grown = (...all: number[]) => rounds(4, [flat, ...all.map((mib) => ({ ...flat, mib }))]);
    assert.deepEqual(found(grown(200, 300, 400, 500)), ['grows']);
    assert.deepEqual(found(grown(390, 395, 397, 400)), []);
    assert.deepEqual(found(grown(140, 180, 200, 210)), []);
  });

  it('show no leak in a sitting of three windows, in which a heap is not warm yet', () => {
    assert.deepEqual(found(rounds(4, [flat, { ...flat, mib: 200 }, { ...flat, mib: 300 }])), []);
  });

  it('show nothing with only three rounds, for any number of contestants', () => {
    const blocks = [1, 2, 3, 4, 5].map((nth) => ({ cpu: nth, mib: nth * 900 }));
    assert.deepEqual(found(rounds(3, blocks, ['single', 'cluster'])), []);
    assert.deepEqual(found(rounds(4, blocks, ['single', 'cluster'])), ['slower', 'grows']);
  });

  it('begin with what was checked, if its answers differ each time', () => {
    const { warnings } = analysed(rounds(1, [flat]), {
      workload: { name: 'id', specifier: './id.ts#id', headline: {}, answersDiffer: true },
    }).validity;
    const [first] = warnings.filter(({ about }) => about === 'function');
    assert.equal(first?.id, 'answers-differ');
    assert.match(first.message, /`id` differ each time, so the status, the kind and the size of each were/);
  });

  it('show a task that takes less time than the rest of its request', () => {
    const [made] = rounds(1, [flat]);
    assert.ok(made);
    const { trial } = made;
    const result = completed(trial, [[{ subject: 'single', load: loadResult(100) }]], { kernelMs: 0.03 });
    assert.deepEqual(found([{ trial, result }]), ['not-cpu-bound']);
  });
});

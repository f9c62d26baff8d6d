import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { builtInWorkloads, loadWorkload, withInputs } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { nameVariables } from '../../src/host/known-environment.ts';
import { type ExamineOptions, examineWorkload } from '../../src/workload/examine.ts';

const workloads = join(import.meta.dirname, '../fixtures/workloads');
const troubled = join(workloads, 'troubled.ts');
const never = new AbortController().signal;
const examine = (specifier: string, headline: Record<string, string>, options?: ExamineOptions) =>
  examineWorkload({ specifier, headline }, never, options);

const withKernels = (specifier: string, headline: Record<string, string>, kernels: readonly string[]) =>
  examineWorkload({ specifier, headline, kernels }, never);

/** Each is examined by itself: its thread ends or waits, or its answers count the calls. */
const fatal: Readonly<Record<string, RegExp>> = {
  forever:
    /^trouble=forever: waits for an event that never comes; let it return an answer, or resolve to one$/,
  unhandled: /^trouble=unhandled: nobody waits, at .*troubled\.ts:\d+:\d+$/,
  heap: /^trouble=heap: needs more than 512 MiB of heap, which is what the services give a thread/,
  exits: /^trouble=exits: calls process\.exit\(3\), which would end a service; let it return an answer, or/,
};

/** Notes on the CPU time of a workload, of which there is one at most. */
const notesOnCpu: Readonly<Record<string, RegExp>> = {
  waits:
    /^waits: \d+ % of the \d+(?:\.\d+)? ms of a task is not CPU time, so that .*; name a function that only computes/,
  converts:
    /^computes in processes of its own, \d+ % of its CPU time: each strategy has to wait for them, and none/,
};
/** The bench reads threads, children and their CPU time from /proc. */
const onLinux = (trouble: string) => trouble === 'converts';
const isSeen = (trouble: string) => process.platform === 'linux' || !onLinux(trouble);

describe('a workload, before anything is measured with it,', () => {
  // Half of the CPU time of an examination that refuses is the compilation of its thread's modules.
  before(() => nameVariables(defined({ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE })));
  after(() => nameVariables({}));

  for (const [trouble, message] of Object.entries(fatal))
    it(`is refused with the input that has a problem: ${trouble}`, async () => {
      // A tenth of a core fills a heap in more than the ten seconds of a task.
      const { problems } = await examine(troubled, { trouble }, { longest: 120_000 });
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', message);
    });

  it('is compared with its other kernels if they will be measured', async () => {
    const kernels = join(workloads, 'kernels.ts');
    const find = (...names: string[]) => withKernels(kernels, { n: '10' }, names);
    assert.deepEqual((await find('formula')).problems, []);
    const { problems } = await find('formula', 'off', 'throws');
    assert.match(
      problems.join('\n'),
      /^n=10, kernel off: gives another answer \(\{"sum":56\}\) than run \(\{"sum":55\}\); a kernel computes the same answers$/m,
    );
    assert.match(problems.join('\n'), /^n=10, kernel throws: throws not yet, at .*kernels\.ts:\d+:\d+$/m);
  });

  for (const [trouble, message] of Object.entries(notesOnCpu)) {
    it(`is accepted with a note: ${trouble}`, async (t) => {
      if (!isSeen(trouble)) return t.skip('needs /proc');
      const { problems, notes } = await examine(troubled, { trouble });
      assert.deepEqual(problems, []);
      assert.match(notes[0] ?? '', message);
    });
  }

  it('is refused if its scale makes no difference, with the time of a task', async () => {
    const { problems, sizes } = await examine(join(workloads, 'ignores-its-input.ts'), { n: '1' });
    assert.equal(sizes, undefined);
    assert.match(
      problems.join('\n'),
      /^n: makes no difference, a task takes .* ms with 1 and .* ms with 8, so no sizes can be found; name/,
    );
  });

  it('is timed again if its largest task seems to take longer', async () => {
    const { problems } = await examine(join(workloads, 'slow-at-first.ts'), { n: '1' });
    assert.match(problems.join('\n'), /^n: makes no difference/);
  });

  it('is announced if it takes long, and is given up at a limit', async () => {
    const announced: string[] = [];
    const options = { longest: 300, slow: 1, onSlow: (what: string) => announced.push(what) };
    const { problems } = await examine(troubled, { trouble: 'endless' }, options);
    assert.deepEqual(problems, [
      'trouble=endless: did not end within 0.3 s; make it smaller, or wait longer with --longest (services stop a task after 10 s)',
    ]);
    assert.equal(announced.at(-1), 'trouble=endless: still running after 0.001 s, and is ended after 0.3 s');
  });

  it('counts as work of the event loop even while compilers are busy with it, in a user’s own project', async () => {
    const project = join(import.meta.dirname, '../../../../examples/own-project');
    const specifier = withInputs('./src/render.ts#render', { body: 'samples/*.json' }, project);
    const found = await examine(specifier, { sample: 'all' });
    assert.deepEqual([found.problems, found.notes], [[], []]);
    assert.ok((found.loopShare ?? 0) > 0.5, String(found.loopShare));
  });

  it('may change its input, because each call has one of its own', async (t) => {
    const tree = '{ "children": [{ "children": [{}] }, {}] }';
    const samples = temporaryFolder({ 'octets.bin': 'abc', 'tree.json': tree }, t);
    for (const [name, inputs] of Object.entries({
      drain: { args: '[[1, 2, 3, 4]]' },
      clear: { body: join(samples, 'octets.bin') },
      depth: { body: join(samples, 'tree.json') },
    })) {
      const specifier = withInputs(`./as-written.ts#${name}`, inputs, workloads);
      const { headline } = await loadWorkload(specifier);
      assert.deepEqual((await examine(specifier, headline)).problems, [], name);
    }
  });

  it('is named with the sample that it cannot read', async (t) => {
    const files = {
      'broken.json': '[1, 20',
      'no-list.json': '{ "numbers": [1, 20] }',
      'right.json': '[1, 20, 300, 4000, 50000, 600000]',
    };
    const samples = temporaryFolder(files, t);
    const inputs = { body: join(samples, '*.json') };
    const specifier = withInputs('./own-function.ts#lengths', inputs, workloads);
    const { problems } = await examine(specifier, { sample: 'all' });
    assert.equal(problems.length, 2, problems.join('\n'));
    assert.match(problems[0] ?? '', /^sample=broken\.json: throws body is no JSON \(.*\); accepted: JSON/);
    assert.match(
      problems[1] ?? '',
      /^sample=no-list\.json: throws numbers\.map is not a function, at .*own-function\.ts:2:\d+$/,
    );
  });

  it('gets no note if it is built in, except that Node computes scrypt on other threads than its event loop', async () => {
    const loopShares = new Map<string, number>();
    for (const { name, headline } of builtInWorkloads) {
      const { problems, notes: found, loopShare = Number.NaN } = await examine(name, headline);
      assert.deepEqual(problems, []);
      const otherNotes = found.filter(
        (note) => !/^spends \d+ % of its CPU time on the event loop/.test(note),
      );
      assert.deepEqual(otherNotes, []);
      assert.equal(found.length > 0, name === 'scrypt', found.join('\n'));
      loopShares.set(name, loopShare);
    }
    const { primes = Number.NaN, scrypt = Number.NaN } = Object.fromEntries(loopShares);
    assert.ok(primes > 0.8, String(primes));
    assert.ok(scrypt < 0.4, String(scrypt));
  });

  it('has a task whose time includes the parsing of its body', async (t) => {
    const rows = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `name ${id}` }));
    const body = join(temporaryFolder({ 'rows.json': JSON.stringify(rows) }, t), 'rows.json');
    const specifier = withInputs('./as-written.ts#amount', { body }, workloads);
    const { problems, taskMs = 0 } = await examine(specifier, { sample: 'rows.json' });
    assert.deepEqual(problems, []);
    assert.ok(taskMs > 3, String(taskMs)); // the function itself reads a length
  });

  it('may take and return octets, and is measured for the largest body and the largest answer of its headline', async () => {
    const { problems, octets } = await examine('payload', { in: '10', out: '2000', as: 'octets' });
    assert.deepEqual([problems, octets], [[], { in: 10, out: 2000 }]);
  });

  it('may be WebAssembly', async () => {
    const { problems } = await examine(join(workloads, 'wasm.mjs'), { n: '1000' });
    assert.deepEqual(problems, []);
  });
});

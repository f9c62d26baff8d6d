import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { builtInWorkloads, loadWorkload, withInputs } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { nameVariables } from '../../src/host/known-environment.ts';
import { type ExamineOptions, examineWorkload, runExamination } from '../../src/workload/examine.ts';

const workloads = join(import.meta.dirname, '../fixtures/workloads');
const troubled = join(workloads, 'troubled.ts');
const never = new AbortController().signal;
const examine = (specifier: string, headline: Record<string, string>, options?: ExamineOptions) =>
  examineWorkload({ specifier, headline }, never, options);

/** Without the search for what it remembers, whose many calls have tests of their own (own-function.test.ts). */
const callFirst = (specifier: string, headline: Record<string, string>, kernels: readonly string[] = []) =>
  runExamination({ specifier, headline, kernels }, never, {});

const troubles: Readonly<Record<string, RegExp>> = {
  throws: /^trouble=throws: throws no such thing at all, at .*troubled\.ts:\d+:\d+$/,
  input:
    /^trouble=input: parse returns a function in read, which cannot be sent to a worker; accepted: its result$/,
  'date-in': /: parse returns a Date in at, which reaches a worker behind a queue as text; accepted: toISO/,
  function: /^trouble=function: returns a function in later, which no answer can have; return its result$/,
  bigint: /^trouble=bigint: returns a bigint in size, which no answer can have; return text, or a number$/,
  huge: /^trouble=huge: returns more than 32 MiB, and services hold many answers at once; return less/,
  map: /: returns a Map in counts, which an answer has as an empty object; return Object\.fromEntries/,
  generator:
    /: returns a generator in rows, which an answer has as an empty object; return its values, in an array$/,
  stream: /: returns a stream in page, which no answer can have; return its content$/,
  response: /: returns a Response without fields of its own in page, which an answer has as an empty object/,
  proxy: /: returns a Proxy, which no answer can have; return a plain copy$/,
  url: /: returns a URL with toJSON in from, which an answer has as another value by each strategy; return/,
  circle: /: returns a circle in me, which no answer can have; return an object without circles$/,
  'inner-octets':
    /: returns octets in an inner field in image\.octets, which an answer has as an object with a field for each; return a Uint8Array in/,
  'long-header':
    /: returns more than 12 KiB in other fields than its octets, which exceeds a header; put them into/,
  floats:
    /: returns a Float32Array in octets, which an answer has as an object with a field for each number; return Array\.from/,
  thrown: /^trouble=thrown: throws E_LIMIT: too many rows$/,
  oracle: /^trouble=oracle: its own oracle refuses its answer.*\{"trouble":"oracle"\}$/,
  anything: /^trouble=anything: its oracle accepts an empty answer too/,
};
/** Each is examined by itself: its thread ends or waits, or its answers count the calls. */
const fatal: Readonly<Record<string, RegExp>> = {
  forever:
    /^trouble=forever: waits for an event that never comes; let it return an answer, or resolve to one$/,
  unhandled: /^trouble=unhandled: nobody waits, at .*troubled\.ts:\d+:\d+$/,
  // On a busy machine, the timer fires while the examination still calls the function.
  'throws-later': /too late, at .*troubled\.ts:\d+:\d+/,
  'exits-later': /calls process\.exit\(4\)/,
  heap: /^trouble=heap: needs more than 512 MiB of heap, which is what the services give a thread/,
  differs:
    /: gives another answer to the same input \(calls: 0, then 1\), so that .*; leave calls out, add --answers-differ to/,
  exits: /^trouble=exits: calls process\.exit\(3\), which would end a service; let it return an answer, or/,
};

/** Notes on the CPU time of a workload, of which there is one at most. */
const notesOnCpu: Readonly<Record<string, RegExp>> = {
  waits:
    /^waits: \d+ % of the \d+(?:\.\d+)? ms of a task is not CPU time, so that .*; name a function that only computes/,
  converts:
    /^computes in processes of its own, \d+ % of its CPU time: each strategy has to wait for them, and none/,
};
const otherNotes: Readonly<Record<string, RegExp>> = {
  nan: /^trouble=nan: returns NaN in s\[1\], which an answer has as null; if clients need more, return null/,
  date: /^trouble=date: returns a Date in rows\[0\]\.at, which an answer has as text; if clients need more/,
  prints:
    /^writes to its standard output \(\d+ lines in its first calls: one task\), which takes a part of each task; lower the/,
  'starts-a-process':
    /^starts 1 process of its own, so that each worker has as many and they compete for the cores;/,
  thread: /^starts 1 thread of its own, so that each worker has as many and they compete for the cores; let/,
};
/** The bench reads threads, children and their CPU time from /proc. */
const onLinux = (trouble: string) => ['thread', 'converts', 'starts-a-process'].includes(trouble);
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

  it('is refused with each input that has a problem, in their order', async () => {
    const { problems } = await examine(troubled, { trouble: Object.keys(troubles).join() });
    for (const [index, message] of Object.values(troubles).entries())
      assert.match(problems[index] ?? '', message);
    assert.equal(problems.length, Object.keys(troubles).length);
  });

  it('is compared with its other kernels if they will be measured', async () => {
    const kernels = join(workloads, 'kernels.ts');
    const find = (...names: string[]) => callFirst(kernels, { n: '10' }, names);
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
      const { problems, notes } = await callFirst(troubled, { trouble });
      assert.deepEqual(problems, []);
      assert.match(notes[0] ?? '', message);
    });
  }

  it('is accepted with a note on what it prints and starts, and on each answer that a transfer changes', async () => {
    const { problems, notes } = await callFirst(troubled, { trouble: Object.keys(otherNotes).join() });
    assert.deepEqual(problems, []);
    for (const [trouble, message] of Object.entries(otherNotes))
      if (isSeen(trouble))
        assert.ok(
          notes.some((note) => message.test(note)),
          `${trouble}: ${notes.join('\n')}`,
        );
  });

  it('is accepted with a note if its threads start as its module loads', async (t) => {
    if (process.platform !== 'linux') return t.skip('needs /proc');
    const { problems, notes: found } = await callFirst(join(workloads, 'pool-at-import.ts'), {});
    assert.deepEqual(problems, []);
    assert.match(found[0] ?? '', /^starts 1 thread of its own/);
  });

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

  it('is accepted with a note if all its inputs have one answer', async () => {
    const { problems, notes: found } = await callFirst(join(workloads, 'same-answers.ts'), { text: 'b' });
    assert.deepEqual(problems, []);
    assert.match(
      found.join('\n'),
      /^text=b, text=a, text=c: all have the same answer, .* does it use its input\?$/,
    );
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
    const found = await callFirst(specifier, { sample: 'all' });
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
      assert.deepEqual((await callFirst(specifier, headline)).problems, [], name);
    }
  });

  it('is refused if its recursion fits only the stack of a thread, unless only threads compute it', async () => {
    const specifier = withInputs('./as-written.ts#deep', { args: '[]' }, workloads);
    const { problems } = await examine(specifier, {});
    assert.match(
      problems.join('\n'),
      /^no parameters: throws Maximum call stack size exceeded, at .*as-written\.ts:\d+:\d+: it needs more stack than the 984 KiB of a main thread, on which single and cluster compute; make its recursion a loop, or/,
    );
    assert.deepEqual((await examine(specifier, {}, { inThreads: true })).problems, []);
  });

  it('is refused if its recursion does not end', async () => {
    const specifier = withInputs('./as-written.ts#endless', { args: '[]' }, workloads);
    const { problems } = await examine(specifier, {});
    assert.match(problems.join('\n'), /, which is too much for the 4 MiB of a thread, too; does its/);
  });

  it('is refused with what to do instead if it is a class, returns nothing, or no JSON where that is named', async (t) => {
    const text = 'export class Page {}\nexport const nothing = () => {};\nexport const text = () => "a";\n';
    const own = temporaryFolder({ 'own.mjs': text }, t);
    const problemsOf = async (name: string) =>
      (await examine(withInputs(join(own, `own.mjs#${name}`), { args: '[]' }, own), {})).problems.join();
    assert.match(
      await problemsOf('Page'),
      /: throws Class constructor Page cannot be invoked without 'new'.*; export a function that calls the method$/,
    );
    assert.match(
      await problemsOf('nothing'),
      /^no parameters: nothing of own\.mjs returns nothing; accepted: /,
    );
    const typed = withInputs(join(own, 'own.mjs#text'), { args: '[]', type: 'application/json' }, own);
    assert.deepEqual((await examine(typed, {})).problems, [
      'no parameters: returns no JSON; accepted: the JSON that --type application/json announces',
    ]);
  });

  it('is refused if it gives another answer each time, also if only each second, unless --answers-differ compares kind and size', async (t) => {
    const text = `let calls = 0;
      export const id = () => ({ id: crypto.randomUUID(), pages: 3 });
      export const dated = () => ({ at: Math.floor(Date.now() / 1000) });
      export const grows = () => 'a'.repeat(100 * ++calls);`;
    const own = temporaryFolder({ 'own.mjs': text }, t);
    const problemsOf = async (name: string, answers = {}) => {
      const specifier = withInputs(join(own, `own.mjs#${name}`), { args: '[]', ...answers }, own);
      return (await callFirst(specifier, {})).problems.join();
    };
    const differ = { answers: 'differ' };
    assert.match(
      await problemsOf('id'),
      /another answer to the same input \(id: .*\), so that .*; leave id out, add --answers-differ to --body or --args, which compares only their status, kind and size, or/,
    );
    assert.match(await problemsOf('dated'), /another answer to the same input \(at: \d+, then \d+\)/);
    assert.equal(await problemsOf('id', differ), '');
    assert.match(
      await problemsOf('grows', differ),
      /, of another kind, or of a size that differs by more than/,
    );
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

  it('may return numbers as octets in the way that the refusal of their array names', async () => {
    assert.deepEqual((await callFirst(troubled, { trouble: 'floats-as-octets' })).problems, []);
  });

  it('has a task whose time includes the parsing of its body', async (t) => {
    const rows = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `name ${id}` }));
    const body = join(temporaryFolder({ 'rows.json': JSON.stringify(rows) }, t), 'rows.json');
    const specifier = withInputs('./as-written.ts#amount', { body }, workloads);
    const { problems, taskMs = 0 } = await callFirst(specifier, { sample: 'rows.json' });
    assert.deepEqual(problems, []);
    assert.ok(taskMs > 3, String(taskMs)); // the function itself reads a length
  });

  it('may take and return octets, and is measured for the largest body and the largest answer of its headline', async () => {
    const { problems, octets } = await examine('payload', { in: '10', out: '2000', as: 'octets' });
    assert.deepEqual([problems, octets], [[], { in: 10, out: 2000 }]);
  });

  it('may be WebAssembly', async () => {
    const { problems } = await callFirst(join(workloads, 'wasm.mjs'), { n: '1000' });
    assert.deepEqual(problems, []);
  });
});

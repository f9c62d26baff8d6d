import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { inspectedSpecifier, loadWorkload, withInputs } from '../src/index.ts';
import { depthOf, firstDifference } from '../src/inspected/values.ts';
import { inspected, LOOK, type Look, type Recalled } from '../src/inspected/workload.ts';
import { temporaryFolder } from './fixtures/temporary-folder.ts';

const folder = temporaryFolder();
const log = join(folder, 'loads');
const own = process.env;

/** Lets a function of a module look at itself, as a service does. */
async function lookAt(source: string, ms = 0): Promise<Look> {
  const file = join(folder, `${crypto.randomUUID()}.mjs`);
  await writeFile(file, source);
  const specifier = withInputs(`${file}#f`, { args: '[2]' }, folder);
  const workload = await inspected(() => loadWorkload(specifier), log);
  const query = { [LOOK]: 'calls', query: '{}', ms: `${ms}`, most: '5' };
  return (await workload.run(workload.parse(query))) as unknown as Look;
}

describe('an inspected workload', () => {
  before(() => writeFile(join(folder, 'input.json'), '{"n":1}'));
  beforeEach(() => writeFile(log, ''));
  after(() => {
    process.env = own;
  });

  it('answers as the function does, and names each process that loaded it', async () => {
    process.env.INSPECT_LOG = log;
    const workload = await loadWorkload(inspectedSpecifier('primes'));
    const { count } = (await workload.run(workload.parse({ query: '{"upTo":"1000"}' }))) as {
      count?: number;
    };
    assert.equal(count, 168);
    assert.deepEqual(JSON.parse(readFileSync(log, 'utf8')), { pid: process.pid, threadId: 0 });
  });

  it('tells the answer, its levels, and the place', async () => {
    const look = await lookAt('export const f = (n) => ({ rows: [{ n }] });');
    assert.equal(look.answer, '{"rows":[{"n":2}]}');
    assert.equal(look.depth, 3);
    assert.deepEqual([look.pid, look.threadId, look.folder], [process.pid, 0, process.cwd()]);
    assert.equal(look.differs, undefined);
  });

  it('tells how a second answer differs', async () => {
    const { differs } = await lookAt('let i = 0; export const f = () => ({ a: { call: i++ } });');
    assert.deepEqual(differs, { path: 'a.call', one: '0', other: '1' });
  });

  it('tells the error of a function with its own fields and its parameters, and that of a later call', async () => {
    const first = await lookAt(
      "export const f = (req, res) => { throw Object.assign(new RangeError('no'), { code: 'E_NO' }); };",
    );
    assert.match(first.error?.message ?? '', /^no, at .*\.mjs:1:\d+$/);
    assert.deepEqual([first.error?.name, first.error?.own], ['RangeError', { code: 'E_NO' }]);
    const { error } = await lookAt(
      "export const f = () => { throw { code: 'E_LIMIT', message: 'too many' }; };",
    );
    assert.deepEqual(error, { name: 'object', message: 'E_LIMIT: too many', own: {} });
    assert.equal(first.signature, '(req, res)');
    const { later } = await lookAt(
      "let i = 0; export const f = () => { if (i++ > 0) throw new Error('late'); return 1; };",
    );
    assert.match(later?.message ?? '', /^late, at /);
  });

  it('tells why a module does not load, in place of failing', async () => {
    const look = await lookAt("throw new Error('only in one process');");
    assert.equal(look.answer, undefined);
    assert.match(JSON.parse(readFileSync(log, 'utf8')).error.message, /^only in one process, at /);
  });

  it('tells an oracle that refuses the own answer, or accepts an empty one', async () => {
    const oracleOf = async (verify: string) => {
      const file = join(folder, `${crypto.randomUUID()}.mjs`);
      const rest = "name: 'mine', parse: () => ({}), run: () => ({ n: 1 }), headline: {}";
      await writeFile(file, `export default { ${rest}, verify: ${verify} };`);
      const workload = await inspected(() => loadWorkload(file), log);
      const look = await workload.run(workload.parse({ [LOOK]: 'calls', query: '{}' }));
      return (look as unknown as Look).oracle;
    };
    assert.equal(await oracleOf('(_, { n }) => n === 1'), undefined);
    assert.equal(await oracleOf('() => false'), 'refuses its own answer');
    assert.match(
      (await oracleOf('() => { throw new Error("no"); }')) ?? '',
      /^throws no, at .* on its own answer$/,
    );
    assert.match((await oracleOf('() => true')) ?? '', /^accepts an empty answer/);
  });

  it('tells a function that remembers its answers from one that computes them', async () => {
    for (const n of [1, 2, 3]) await writeFile(join(folder, `later-${n}.json`), `{"n":${n}}`);
    const source = `
      const known = new Map();
      const compute = (n) => { let s = 0; for (let i = 0; i < 2e6; i++) s += Math.sqrt(i * n); return s; };
      export const computes = ({ n }) => compute(n);
      export const remembers = ({ n }) => { if (!known.has(n)) known.set(n, compute(n)); return known.get(n); };`;
    const file = join(folder, 'remembers.mjs');
    await writeFile(file, source);
    const recalled = async (name: string) => {
      const specifier = withInputs(`${file}#${name}`, { body: join(folder, 'later-*.json') }, folder);
      const workload = await inspected(() => loadWorkload(specifier), log);
      const queries = JSON.stringify([1, 2, 3].map((n) => ({ sample: `later-${n}.json` })));
      return (await workload.run(workload.parse({ [LOOK]: 'recall', queries }))) as unknown as Recalled;
    };
    const { inputs, firstMs = 0, againMs = 1 } = await recalled('remembers');
    assert.equal(inputs, 3);
    assert.ok(firstMs > 8 * againMs, `${firstMs} and ${againMs}`);
    const computed = await recalled('computes');
    assert.ok((computed.firstMs ?? 9) < 8 * (computed.againMs ?? 1));
  });

  it('names the variables that are read and not set, also if nothing fails', async () => {
    const look = await lookAt("export const f = () => process.env.NOT_SET_HERE ?? 'none';");
    assert.ok(look.missing.includes('NOT_SET_HERE'));
    assert.ok(!look.missing.includes('PATH'));
  });

  it('names the value that a transfer changes', async () => {
    const { altered } = await lookAt('export const f = () => ({ at: new Map([[1, 2]]) });');
    assert.equal(altered?.path, 'at');
  });

  it('tells the memory, the files and the threads that stay', async () => {
    const look = await lookAt(
      `
      import { openSync } from 'node:fs';
      import { Worker } from 'node:worker_threads';
      const kept = [];
      let worker;
      export const f = () => {
        worker ??= new Worker('setTimeout(() => {}, 60_000)', { eval: true });
        worker.unref();
        kept.push(openSync(import.meta.filename), Buffer.alloc(100_000, 1));
        return 1;
      };`,
      40,
    );
    assert.ok((look.keptBytes ?? 0) > 90_000, `${look.keptBytes}`);
    if (process.platform !== 'linux') return;
    assert.ok((look.files?.length ?? 0) >= (look.calls ?? 0), `${look.files?.length} of ${look.calls}`);
    assert.equal(look.threads, 1);
  });
});

describe('two values of JSON', () => {
  it('that are equal have no difference', () =>
    fc.assert(
      fc.property(fc.json(), (text) =>
        assert.equal(firstDifference(JSON.parse(text), JSON.parse(text)), undefined),
      ),
    ));

  it('differ in the first field that is another', () => {
    assert.deepEqual(firstDifference({ a: [1, { b: 2 }], z: 1 }, { a: [1, { b: 3 }], z: 2 }), {
      path: 'a.1.b',
      one: '2',
      other: '3',
    });
    assert.deepEqual(firstDifference({ a: 1 }, {}), { path: 'a', one: '1', other: 'nothing' });
  });

  it('may be deeper than the stack', () => {
    const deep = (inner: string) => JSON.parse(`${'['.repeat(5_000)}${inner}${']'.repeat(5_000)}`);
    assert.equal(depthOf(deep('1')), 5_000);
    assert.equal(firstDifference(deep('1'), deep('2'))?.other, '2');
  });
});

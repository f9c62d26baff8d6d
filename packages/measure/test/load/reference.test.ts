import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { withInputs } from '@cpu-bound/workload';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { createGenerators } from '../../src/load/loads.ts';
import type { ReferenceSpec } from '../../src/load/reference/spec.ts';

const workloads = join(import.meta.dirname, '../fixtures/workloads');

/** Times a function by generators of its own. */
function time(t: TestContext, workload: string, spec: Partial<ReferenceSpec> = {}) {
  const generators = createGenerators();
  t.after(() => generators.stop());
  const { signal } = new AbortController();
  return generators.reference.run({ workload, query: {}, ms: 5, threads: 1, ...spec }, signal);
}

describe('the kernel on all cores at once', () => {
  for (const [name, sample, content] of [
    ['drain', 'numbers.json', '[1, 2, 3]'],
    ['clear', 'octets.bin', 'abc'],
  ] as const)
    it(`gets an input of its own for each task, which it may change: ${name}`, async (t) => {
      const body = join(temporaryFolder({ [sample]: content }, t), sample);
      const workload = withInputs(`./as-written.ts#${name}`, { body }, workloads);
      const { runs } = await time(t, workload, { query: { sample } });
      assert.ok(runs > 2, String(runs));
    });

  it('finds the time of the fastest input, which is far below the mean if another input has more work', async (t) => {
    const program =
      'export const add = (n) => { let sum = 0; for (let i = 0; i < n; i++) sum += i; return sum; };';
    const folder = temporaryFolder({ 'add.mjs': program, 'few.json': '1000', 'many.json': '10000000' }, t);
    const fastestOf = async (body: string) => {
      const workload = withInputs('./add.mjs#add', { body: join(folder, body) }, folder);
      const query = body === '*.json' ? { sample: 'all' } : { sample: body };
      return (await time(t, workload, { query, ms: 50 })).fastest;
    };
    assert.ok((await fastestOf('*.json')) < 0.2);
    assert.equal(await fastestOf('few.json'), 1);
  });

  it('is timed on one thread if several cannot run it at once, and leaves nothing open for a service', async (t) => {
    const folder = temporaryFolder({}, t);
    const database = `new (require('node:sqlite').DatabaseSync)(${JSON.stringify(join(folder, 'one.db'))}, { timeout: 0 })`;
    const program = `const held = ${database};
      held.exec('PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE IF NOT EXISTS t (n); INSERT INTO t VALUES (1)');
      exports.add = (n) => held.prepare('SELECT n FROM t').all().length + n;`;
    const own = temporaryFolder({ 'held.cjs': program }, t);
    const workload = withInputs('./held.cjs#add', { args: '[1]' }, own);
    const { runs } = await time(t, workload, { threads: 2 });
    assert.ok(runs > 0, String(runs));
    const { DatabaseSync } = await import('node:sqlite');
    const again = new DatabaseSync(join(folder, 'one.db'), { timeout: 0 });
    again.exec('INSERT INTO t VALUES (2)');
    again.close();
  });

  it('counts the CPU time of the processes that its function starts', async (t) => {
    if (process.platform !== 'linux') return t.skip('needs /proc');
    const { cpuMs } = await time(t, withInputs('./converts.ts#convert', { args: '[60]' }, workloads));
    assert.ok(cpuMs >= 60, String(cpuMs));
  });

  it('computes in production, as the services do: libraries compute more in development', async (t) => {
    const workload = withInputs('./production.ts#render', { args: '[]' }, workloads);
    const { runs } = await time(t, workload);
    assert.ok(runs > 0, String(runs));
  });

  for (const [name, longestTaskMs, reason] of [
    ['exits', 10_000, /^ends its thread with code 4, after an answer$/],
    ['throws', 10_000, /^throws too late, at .*later\.ts:\d+:\d+, after an answer$/],
    ['hangs', 100, /^did not end within \d+(?:\.\d+)? s$/],
  ] as const)
    it(`waits for no function that ${name} after it has answered, and says so`, async (t) => {
      const workload = withInputs(`./later.ts#${name}`, { args: '[]' }, workloads);
      await assert.rejects(time(t, workload, { ms: 200, longestTaskMs }), { message: reason });
    });
});

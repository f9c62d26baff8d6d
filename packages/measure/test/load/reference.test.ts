import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { withInputs } from '@cpu-bound/workload';
import { createGenerators } from '../../src/load/loads.ts';

const workloads = join(import.meta.dirname, '../fixtures/workloads');

describe('the kernel on all cores at once', () => {
  it('gets an input of its own for each task, which it may change', async (t) => {
    const samples = await mkdtemp(join(tmpdir(), 'samples-'));
    t.after(() => rm(samples, { recursive: true }));
    await writeFile(join(samples, 'octets.bin'), 'abc');
    await writeFile(join(samples, 'numbers.json'), '[1, 2, 3]');
    for (const [name, body] of [
      ['drain', 'numbers.json'],
      ['clear', 'octets.bin'],
    ]) {
      const workload = withInputs(`./as-written.ts#${name}`, { body: join(samples, body ?? '') }, workloads);
      const spec = { workload, query: { sample: body ?? '' }, ms: 5, threads: 2 };
      const generators = createGenerators();
      t.after(() => generators.stop());
      const { runs } = await generators.reference.run(spec, new AbortController().signal);
      assert.ok(runs > 2, String(runs));
    }
  });

  it('counts the CPU time of the processes that its function starts', async (t) => {
    if (process.platform !== 'linux') return t.skip('needs /proc');
    const workload = withInputs('./converts.ts#convert', { args: '[60]' }, workloads);
    const generators = createGenerators();
    t.after(() => generators.stop());
    const { cpuMs } = await generators.reference.run(
      { workload, query: {}, ms: 5, threads: 1 },
      new AbortController().signal,
    );
    assert.ok(cpuMs >= 60, String(cpuMs));
  });

  it('computes in production, as the services do: libraries compute more in development', async (t) => {
    const workload = withInputs('./production.ts#render', { args: '[]' }, workloads);
    const generators = createGenerators();
    t.after(() => generators.stop());
    const spec = { workload, query: {}, ms: 1, threads: 1 };
    const { runs } = await generators.reference.run(spec, new AbortController().signal);
    assert.ok(runs > 0, String(runs));
  });

  for (const [name, longestTaskMs, reason] of [
    ['exits', 10_000, /^ends its thread with code 4, after an answer$/],
    ['throws', 10_000, /^throws too late, at .*later\.ts:\d+:\d+, after an answer$/],
    ['hangs', 100, /^did not end within \d+(?:\.\d+)? s$/],
  ] as const) {
    it(`waits for no function that ${name} after it has answered, and says so`, async (t) => {
      const workload = withInputs(`./later.ts#${name}`, { args: '[]' }, workloads);
      const generators = createGenerators();
      t.after(() => generators.stop());
      const spec = { workload, query: {}, ms: 200, threads: 1, longestTaskMs };
      await assert.rejects(generators.reference.run(spec, new AbortController().signal), { message: reason });
    });
  }
});

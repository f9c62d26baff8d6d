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
});

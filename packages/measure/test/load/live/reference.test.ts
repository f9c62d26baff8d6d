import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createGenerators } from '../../../src/load/loads.ts';

const generators = createGenerators();
after(() => generators.stop());
const { signal } = new AbortController();
const time = (query: Readonly<Record<string, string>>, ms: number, threads = 2) =>
  generators.reference.run({ workload: 'primes', query, ms, threads }, signal);

describe('the kernel alone', () => {
  it('is timed on each of several threads, by the CPU clock and by the wall clock', async () => {
    const { cpuMs, wallMs, runs } = await time({ upTo: '50000' }, 20);
    assert.ok(cpuMs > 0 && wallMs > 0);
    assert.ok(runs >= 2, `${runs} tasks`);
  });

  it('runs at least one task on each thread, however short the time', async () => {
    assert.equal((await time({ upTo: '500000' }, 0)).runs, 2);
    assert.equal((await time({ upTo: '500000' }, 0, 1)).runs, 1);
  });

  it('keeps a core busy for twice as long before it is timed', async () => {
    await time({ upTo: '10' }, 0); // the first measurement of an input takes longer
    const began = performance.now();
    await time({ upTo: '10' }, 100);
    assert.ok(performance.now() - began >= 200);
  });

  it('takes longer for more work', async () => {
    const [small, large] = [await time({ upTo: '10000' }, 20), await time({ upTo: '1000000' }, 20)];
    assert.ok(large.cpuMs > small.cpuMs);
  });

  it('reports a query that the workload refuses, and answers the next', async () => {
    for (let turn = 0; turn < 5; turn++) {
      // The refusal is repeated: an error of one thread must not be taken for another's answer to the next order.
      await assert.rejects(time({ upTo: '0' }, 5), { message: /^upTo is out of range/ });
      assert.equal((await time({ upTo: '10' }, 0)).runs, 2);
    }
  });
});

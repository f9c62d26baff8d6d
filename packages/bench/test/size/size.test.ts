import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wantedBy } from '../../src/commands/size.ts';
import { UsageError } from '../../src/measure/config/config.ts';
import type { Sized } from '../../src/size/measured.ts';
import { sizeFor } from '../../src/size/size.ts';

/** 5 ms a request, and a model that was 10 to 30 % too low. */
const pool: Sized = {
  id: 'threads',
  title: 'threads',
  model: 'shared queue',
  capacity: new Map([
    [4, 760],
    [1, 200],
    [2, 390],
  ]),
  serviceCv2: 0.1,
  loads: [],
  error: { mean: 1.2, low: 1.1, high: 1.3 },
};

describe('how many workers', () => {
  it('is the fewest that do it', () => {
    const workersFor = (perSecond: number) => {
      const size = sizeFor(pool, { perSecond, p99: 70 });
      return 'reason' in size ? 'none' : size.workers;
    };
    assert.deepEqual([50, 150, 250, 350, 700].map(workersFor), [1, 1, 2, 4, 4]);
  });

  it('is told with what the model was off by, and whether even that keeps the bound', () => {
    const at = (p99: number) => sizeFor({ ...pool, capacity: new Map([[2, 390]]) }, { perSecond: 300, p99 });
    const wide = at(1_000);
    assert.ok(!('reason' in wide) && wide.isSure);
    const { estimate, low, high } = wide.p99;
    assert.ok(Math.abs(low / estimate - 1.1 / 1.2) < 1e-9 && Math.abs(high / estimate - 1.3 / 1.2) < 1e-9);
    const tight = at((estimate + high) / 2);
    assert.ok(!('reason' in tight) && !tight.isSure);
  });

  it('is none beyond what was measured, with the reason', () => {
    const of = (perSecond: number, p99: number) => sizeFor(pool, { perSecond, p99 });
    assert.deepEqual(of(900, 100), {
      reason: 'at most 760 requests a second with 4 workers, and more of them were not measured',
    });
    const slow = of(100, 3);
    assert.ok('reason' in slow && /a p99 of \d+ ms at the best/.test(slow.reason));
  });

  it('is asked for by a rate and a time with its unit', () => {
    assert.deepEqual(wantedBy({ rate: '400', p99: '0.1s' }), { perSecond: 400, p99: 100 });
    assert.throws(
      () => wantedBy({ rate: 'many', p99: '100' }),
      (error: Error) =>
        error instanceof UsageError && /--rate many/.test(error.message) && /--p99 100/.test(error.message),
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { calibrate, TARGETS_MS } from '../../src/workload/find-sizes.ts';

/** Finds sizes for tasks that take value × perUnit milliseconds. */
const sized = async (perUnit: number, from = 1, to = 1e9) =>
  (await calibrate({ parameter: 'n', from, to }, async (value) => value * perUnit)).map(({ query }) =>
    Number(query.n),
  );

describe('the sizes of a workload that names none', () => {
  it('take about 1, 5 and 20 ms', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 1e-7, max: 0.05, noNaN: true }), async (perUnit) => {
        const values = await sized(perUnit);
        assert.equal(values.length, TARGETS_MS.length);
        for (const [index, value] of values.entries()) {
          const share = (value * perUnit) / (TARGETS_MS[index] ?? 0);
          assert.ok(share > 0.85 && share < 1.3, `${value} takes ${share} of its target`);
        }
      }),
    );
  });

  it('end with the largest value that is accepted', async () => {
    assert.deepEqual(await sized(0.01, 1, 300), [100, 300]);
    assert.deepEqual(await sized(1e-9, 1, 300), [300]);
  });

  it('begin with the smallest value if that already takes longer', async () =>
    assert.deepEqual(await sized(10, 1, 300), [1, 2]));

  it('are from small to large, and never outside of the accepted values', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 1, max: 1e6 }),
        fc.double({ min: 1e-6, max: 10, noNaN: true }),
        async (from, width, perUnit) => {
          const values = await sized(perUnit, from, from + width);
          assert.ok(values.length > 0 && values.every((value) => value >= from && value <= from + width));
          assert.deepEqual(
            values,
            values.toSorted((a, b) => a - b),
          );
        },
      ),
    );
  });
});

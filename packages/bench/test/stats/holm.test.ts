import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { holm } from '../../src/stats/holm.ts';

const rounded = (values: number[]) => values.map((value) => Math.round(value * 1e12) / 1e12);

test("adjusted p-values are those of p.adjust(method = 'holm'), in the order given", () => {
  assert.deepEqual(rounded(holm([0.01, 0.04, 0.03])), [0.03, 0.06, 0.06]);
  assert.deepEqual(rounded(holm([0.04, 0.01, 0.03, 0.02])), [0.06, 0.04, 0.06, 0.06]);
  assert.deepEqual(holm([0.6, 0.7]), [1, 1]);
  assert.deepEqual(holm([0.03]), [0.03]);
  assert.deepEqual(holm([]), []);
});

test('adjusting keeps the order of the p-values, lowers none and is gentler than Bonferroni', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (pValues) => {
      const adjusted = holm(pValues);
      adjusted.forEach((p, i) => {
        const raw = pValues[i] as number;
        assert.ok(p >= raw && p <= Math.min(1, pValues.length * raw) + 1e-15);
        pValues.forEach((other, j) => {
          assert.ok(other < raw || (adjusted[j] as number) >= p);
        });
      });
    }),
  );
});

test('a number that is no probability is refused', () => {
  assert.throws(() => holm([0.5, 1.5]), RangeError);
  assert.throws(() => holm([Number.NaN]), RangeError);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import ttest from '@stdlib/stats-ttest';
import fc from 'fast-check';
import { pairedT } from '../../src/stats/paired-t.ts';
import { arms, close } from './arms.ts';
import { sleep } from './classic-data.ts';

test("Student's sleep data give what t.test(paired) gives", () => {
  const found = pairedT(sleep.first.map(Math.exp), sleep.second.map(Math.exp));
  assert.ok(close(Math.log(found.estimate), -1.58));
  assert.ok(close(Math.log(found.low), -2.459885763276983));
  assert.ok(close(Math.log(found.high), -0.7001142367230175));
  assert.ok(close(found.p, 0.002832890197384273));
});

test('interval and p-value are those of another implementation', () => {
  fc.assert(
    fc.property(arms, fc.constantFrom(0.9, 0.95, 0.99), ([a, b], level) => {
      const found = pairedT(a, b, level);
      const other = ttest(a.map(Math.log), b.map(Math.log), { alpha: 1 - level });
      assert.ok(close(found.p, other.pValue, 1e-8));
      assert.ok(close(Math.log(found.low), other.ci[0] as number, 1e-8));
      assert.ok(close(Math.log(found.high), other.ci[1] as number, 1e-8));
    }),
  );
});

test('arms without spread are equal with certainty or different with certainty', () => {
  assert.equal(pairedT([2, 2, 2], [2, 2, 2]).p, 1);
  assert.equal(pairedT([4, 4, 4], [2, 2, 2]).p, 0);
});

test('one round is indicative', () => {
  const found = pairedT([3], [2]);
  assert.equal(found.indicative, true);
  assert.equal(found.p, 1);
});

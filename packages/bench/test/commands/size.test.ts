import assert from 'node:assert/strict';
import { it } from 'node:test';
import { UsageError } from '@cpu-bound/study/config/config';
import { caseOf } from '../../src/commands/analysis.ts';

it('a reader’s case is a rate, and a time with its unit', () => {
  assert.deepEqual(caseOf({ rate: '400', p99: '0.1s' }), { rate: 400, p99: 100 });
  assert.throws(
    () => caseOf({ rate: 'many', p99: '100' }),
    (error: Error) =>
      error instanceof UsageError && /--rate many/.test(error.message) && /--p99 100/.test(error.message),
  );
});

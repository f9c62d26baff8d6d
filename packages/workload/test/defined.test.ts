import assert from 'node:assert/strict';
import { it } from 'node:test';
import { defined } from '@cpu-bound/workload/defined';

it('defined() leaves out the fields that are undefined, and no others', () => {
  const fields = { none: undefined, nothing: null, zero: 0, empty: '', no: false };
  const known: { none?: number; zero: number } = defined(fields);
  assert.deepEqual(known, { nothing: null, zero: 0, empty: '', no: false });
});

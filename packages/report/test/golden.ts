import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Asserts that a text is, byte for byte, `golden/<name>.snapshot` below a package's `test`. `UPDATE_GOLDEN=1` writes
 * the file instead: read its diff before you commit it.
 */
export function assertGolden(name: string, actual: string, tests = import.meta.dirname): void {
  const file = join(tests, 'golden', `${name}.snapshot`);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, actual);
  assert.equal(actual, readFileSync(file, 'utf8'), `${name} differs; UPDATE_GOLDEN=1 replaces it`);
}

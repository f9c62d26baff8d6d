import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Asserts that a text is, byte for byte, `golden/<name>.snapshot`. `UPDATE_GOLDEN=1` writes the file
 * instead: read its diff before you commit it.
 */
export function assertGolden(name: string, actual: string): void {
  const file = join(import.meta.dirname, 'golden', `${name}.snapshot`);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, actual);
  assert.equal(actual, readFileSync(file, 'utf8'), `${name} differs; UPDATE_GOLDEN=1 replaces it`);
}

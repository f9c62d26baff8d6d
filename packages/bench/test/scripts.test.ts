import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const filesOf = (script: string) =>
  globSync(
    [...scripts[script].matchAll(/"([^"]+\.test\.ts)"/g)].map(([, pattern]) => pattern),
    { cwd: root },
  );
/** The parts of `pnpm test`, and what is run apart from it. */
const parts = ['test:in-process', 'test:side-by-side'].map(filesOf);
const apart = filesOf('test:peers');

describe('the scripts that run tests', () => {
  it('leave out no file', () => {
    const files = globSync('{packages,deploy}/**/test/**/*.test.ts', {
      cwd: root,
      // The tests of scaffold's templates are run in the services that it writes.
      exclude: ['**/node_modules', 'packages/scaffold/templates/**'],
    });
    assert.ok(files.length > 100);
    assert.deepEqual(
      files.filter((file) => ![...parts, apart].flat().includes(file)),
      [],
    );
  });

  it('run none twice in one go', () => {
    const run = parts.flat();
    assert.deepEqual(
      run.filter((file, index) => run.indexOf(file) !== index),
      [],
    );
  });
});

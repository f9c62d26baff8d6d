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
/** The files of `pnpm test` by its two parts, and those of the separate scripts. */
const parts = ['test:in-process', 'test:side-by-side'].map(filesOf);
const apart = ['test:peers', 'test:soak'].flatMap(filesOf);

describe('the scripts that run tests', () => {
  it('leave out no file', () => {
    const files = globSync('{packages,deploy}/**/test/**/*.test.ts', {
      cwd: root,
      // The services that scaffold writes run the tests of its templates.
      exclude: ['**/node_modules', 'packages/scaffold/templates/**'],
    });
    assert.ok(files.length > 100);
    const leftOut = files.filter((file) => ![...parts, apart].flat().includes(file));
    assert.deepEqual(leftOut, []);
  });

  it('run no file twice', () => {
    const run = parts.flat();
    const twice = run.filter((file, index) => run.indexOf(file) !== index);
    assert.deepEqual(twice, []);
  });
});

import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { TRIAL_DIVISION } from '../../src/primes/wasm/trial-division.wasm.ts';
import { run } from '../fixtures/child-process.ts';

const SOURCE = join(import.meta.dirname, '../../src/primes/wasm/trial-division.as');
/** The compiler has about 100 MB with Binaryen, so it is no dependency: npx fetches it once into its own cache. */
const COMPILER = 'assemblyscript@0.28.20';
const OPTIONS = ['-O3', '--converge', '--runtime', 'stub', '--noAssert'];
const skip = process.env.CONFORMANCE === 'whole' ? false : `pnpm test:peers fetches ${COMPILER}`;

test('the WebAssembly in the repository is what its source compiles to', { skip }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'assemblyscript-'));
  t.after(() => rm(folder, { recursive: true }));
  t.diagnostic(`npx fetches ${COMPILER}, about 100 MB, unless its cache has it`);
  // The compiler knows sources by this ending alone.
  await copyFile(SOURCE, join(folder, 'trial-division.ts'));
  const command = ['-y', '-p', COMPILER, 'asc', 'trial-division.ts', ...OPTIONS, '-o', 'made.wasm'];
  await run('npx', command, { cwd: folder });
  const made = await readFile(join(folder, 'made.wasm'));
  assert.equal(made.toString('base64'), TRIAL_DIVISION);
});

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { run } from '@cpu-bound/workload/test/child-process';
import { temporaryFolder } from '../temporary.ts';

const sentence = join(import.meta.dirname, '../../../conformance/src/contract.ts');
const folder = temporaryFolder('bench-exceptions-');

/**
 * Runs a suite of two sentences for a contestant with these exceptions; it keeps only the second sentence.
 *
 * @returns by id, whether a sentence passes
 */
async function outcomes(cannot: Readonly<Record<string, string>>): Promise<Record<string, boolean>> {
  const file = join(folder, `${Object.keys(cannot).length}-${crypto.randomUUID()}.mjs`);
  await writeFile(
    file,
    `import { declareExceptions, it } from ${JSON.stringify(pathToFileURL(sentence).href)};
    declareExceptions(${JSON.stringify(cannot)});
    it('light-routes', async () => { throw new Error('as it is'); });
    it('right-answers', async () => {});`,
  );
  const { stdout } = await run(process.execPath, ['--test-reporter=tap', file]).catch(
    (error: { stdout: string }) => error,
  );
  const lines = stdout.matchAll(/^(ok|not ok) \d+ - .*\[(\S+)\\?\](?: # .*)?$/gm);
  return Object.fromEntries([...lines].map(([, outcome, id]) => [id, outcome === 'ok']));
}

describe('a sentence of the contract that a contestant declares as an exception', () => {
  it('is no failure', async () => {
    assert.deepEqual(await outcomes({ 'light-routes': 'it has none' }), {
      'light-routes': true,
      'right-answers': true,
    });
    assert.deepEqual(await outcomes({}), { 'light-routes': false, 'right-answers': true });
  });

  it('is a failure if the contestant keeps it after all', async () =>
    assert.equal((await outcomes({ 'right-answers': 'it did not, once' }))['right-answers'], false));

  it('is a failure if the contract has no such sentence', async () =>
    assert.deepEqual(await outcomes({ 'answers-in-verse': 'it has no rhyme' }), {}));
});

describe('a sentence of the contract that cannot be tested on a contestant', () =>
  it('is skipped, with what its test needs', async () => {
    const file = join(folder, 'skipped.mjs');
    await writeFile(
      file,
      `import { it, skipOthers } from ${JSON.stringify(pathToFileURL(sentence).href)};
      it('light-routes', async () => {});
      skipOthers({ 'bodies-whole': 'needs octets' });`,
    );
    const { stdout } = await run(process.execPath, ['--test-reporter=tap', file]);
    assert.match(stdout, /^ok 1 - answers \/hello.*\[light-routes\\?\]$/m);
    assert.match(stdout, /^ok \d+ - transfers bodies.*\[bodies-whole\\?\] # SKIP needs octets$/m);
  }));

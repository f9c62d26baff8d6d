import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const sentence = join(import.meta.dirname, '../../../conformance/src/sentence.ts');
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bench-exceptions-'));
});
after(() => rm(folder, { recursive: true }));

/** A suite of two sentences, of which the second is kept; which pass, by id, for a contestant that declares these. */
async function outcomes(cannot: Readonly<Record<string, string>>): Promise<Record<string, boolean>> {
  const file = join(folder, `${Object.keys(cannot).length}-${crypto.randomUUID()}.mjs`);
  await writeFile(
    file,
    `import { declareExceptions, it } from ${JSON.stringify(pathToFileURL(sentence).href)};
    declareExceptions(${JSON.stringify(cannot)});
    it('light-routes', async () => { throw new Error('as it is'); });
    it('describes-itself', async () => {});`,
  );
  const { NODE_TEST_CONTEXT: _ours, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['--test-reporter=tap', file], {
    env,
  }).catch((error: { stdout: string }) => error);
  const lines = stdout.matchAll(/^(ok|not ok) \d+ - .*\[(\S+)\\?\](?: # .*)?$/gm);
  return Object.fromEntries([...lines].map(([, outcome, id]) => [id, outcome === 'ok']));
}

describe('a sentence that a contestant declares not to keep', () => {
  it('is no failure', async () => {
    assert.deepEqual(await outcomes({ 'light-routes': 'it has none' }), {
      'light-routes': true,
      'describes-itself': true,
    });
    assert.deepEqual(await outcomes({}), { 'light-routes': false, 'describes-itself': true });
  });

  it('is one where it is kept after all', async () =>
    assert.equal((await outcomes({ 'describes-itself': 'it did not, once' }))['describes-itself'], false));

  it('is one where the contract has no such sentence', async () =>
    assert.deepEqual(await outcomes({ 'answers-in-verse': 'it has no rhyme' }), {}));
});

describe('a sentence that has no test for a contestant', () =>
  it('is skipped, with what a test of it needs', async () => {
    const file = join(folder, 'skipped.mjs');
    await writeFile(
      file,
      `import { it, skipOthers } from ${JSON.stringify(pathToFileURL(sentence).href)};
      it('light-routes', async () => {});
      skipOthers({ 'bodies-whole': 'needs octets' });`,
    );
    const { NODE_TEST_CONTEXT: _ours, ...env } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, ['--test-reporter=tap', file], { env });
    assert.match(stdout, /^ok 1 - answers \/hello.*\[light-routes\\?\]$/m);
    assert.match(stdout, /^ok \d+ - transfers bodies.*\[bodies-whole\\?\] # SKIP needs octets$/m);
  }));

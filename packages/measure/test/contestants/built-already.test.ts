import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { notBuilt } from '../../src/contestants/code.ts';
import { contestant } from '../fixtures/contestant.ts';

it('a contestant whose program is not there yet is named, with the command that builds it', async (t) => {
  const folder = temporaryFolder({}, t);
  const problems = (...command: [string, ...string[]]) =>
    notBuilt([{ ...contestant('mine'), folder, command }], folder);
  assert.deepEqual(problems('node', 'main.js'), [
    '--contestants mine: has no main.js, which its command starts; build it first: (cd . && npm install && npm run build)',
  ]);
  assert.equal(problems('node', '--enable-source-maps', 'main.js').length, 1);
  await writeFile(join(folder, 'main.js'), '');
  assert.deepEqual([...problems('node', 'main.js'), ...problems('./start')], []);
});

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { notBuilt } from '../../src/contestants/built-already.ts';
import { contestant } from '../fixtures/contestant.ts';

it('a contestant whose program is not there yet is named, with the command that builds it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'built-'));
  t.after(() => rm(folder, { recursive: true }));
  const mine = {
    ...contestant('mine'),
    folder,
    command: ['node', '--enable-source-maps', 'main.js'] as const,
  };
  assert.deepEqual(notBuilt([{ ...mine, command: ['node', 'main.js'] }], folder), [
    '--contestants mine: has no main.js, which its command starts; build it first: (cd . && npm install && npm run build)',
  ]);
  assert.equal(notBuilt([{ ...mine, command: [...mine.command] }], folder).length, 1);
  await writeFile(join(folder, 'main.js'), '');
  assert.deepEqual(notBuilt([{ ...mine, command: ['node', 'main.js'] }], folder), []);
  assert.deepEqual(notBuilt([{ ...mine, command: ['./start'] }], folder), []);
});

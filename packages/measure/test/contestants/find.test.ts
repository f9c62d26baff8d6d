import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { chooseContestants, workspaceContestants } from '../../src/contestants/find.ts';
import { isStartable, ManifestError } from '../../src/contestants/manifest.ts';
import { writeContestant } from '../fixtures/contestant-folder.ts';

const base = temporaryFolder();
let roots = 0;
let root: string;
beforeEach(async () => {
  root = join(base, `${roots++}`);
  await writeContestant(root, 'packages/threads', { id: 'threads', order: 3 });
  await writeContestant(root, 'packages/single', { id: 'single', order: 1 });
  await writeContestant(root, 'packages/alpha', { id: 'alpha' });
  await writeFile(join(root, 'packages', 'notes.txt'), 'no package');
});

const choose = async (...names: string[]) => {
  const { chosen, problems } = await chooseContestants(root, names, root);
  return { ids: chosen.map(({ id }) => id), problems };
};

describe('the contestants of the workspace', () => {
  it('come in the order of their manifests, and those without an order last', async () => {
    const ids = (await workspaceContestants(root)).map(({ id }) => id);
    assert.deepEqual(ids, ['single', 'threads', 'alpha']);
  });

  it('are the folders with a manifest', async () => {
    await writeContestant(root, 'packages/library');
    await writeFile(join(root, 'packages/library/package.json'), '{}');
    assert.equal((await workspaceContestants(root)).length, 3);
  });

  it('are refused with every problem of every manifest', async () => {
    await writeContestant(root, 'packages/one', { id: 'One' });
    await writeContestant(root, 'packages/two', { title: '', command: [] });
    await assert.rejects(workspaceContestants(root), (error) => {
      assert.ok(error instanceof ManifestError);
      assert.equal(error.problems.length, 3);
      assert.match(error.message, /one.package\.json: contestant\.id: /);
      assert.match(error.message, /two.package\.json: contestant\.title: /);
      assert.match(error.message, /two.package\.json: contestant\.command/);
      return true;
    });
  });
});

describe('choosing contestants', () => {
  it('accepts absolute paths, and paths relative to the user’s folder', async () => {
    const folder = await writeContestant(root, 'elsewhere/mine');
    assert.deepEqual(await choose('./elsewhere/mine'), { ids: ['mine'], problems: [] });
    assert.deepEqual(await choose('elsewhere/mine/'), { ids: ['mine'], problems: [] });
    assert.deepEqual(await choose(folder), { ids: ['mine'], problems: [] });
    const { chosen } = await chooseContestants(root, ['../elsewhere/mine'], join(root, 'packages'));
    const folders = chosen.filter(isStartable).map(({ folder }) => folder);
    assert.deepEqual(folders, [folder]);
  });

  it('names a duplicate id, also of a path and a contestant of the workspace', async () => {
    await writeContestant(root, 'copy', { id: 'single' });
    const { problems } = await choose('single', './copy');
    assert.deepEqual(problems, ['--contestants: the id single occurs twice; give one of them another id']);
  });

  it('names a duplicate title, because its rows could not be distinguished', async () => {
    const title = 'The single';
    await writeContestant(root, 'same', { id: 'same', title });
    const { problems } = await choose('single', './same');
    assert.deepEqual(problems, [
      `--contestants: the title ${title} occurs twice; give one of them another title`,
    ]);
  });

  it('names every contestant that is unknown, missing or wrong', async () => {
    await writeContestant(root, 'wrong', { title: '', summary: '' });
    const { ids, problems } = await choose('go', './nowhere', './wrong', 'single');
    assert.deepEqual(ids, ['single']);
    assert.equal(problems.length, 4);
    const patterns = [/ go: unknown/, /nowhere/, /contestant\.title/, /contestant\.summary/];
    for (const [index, pattern] of patterns.entries()) {
      assert.match(problems[index] ?? '', pattern);
      assert.match(problems[index] ?? '', /^--contestants /);
    }
  });

  it('names the existing variants if one is unknown', async () => {
    await writeContestant(root, 'fixed', { id: 'fixed', variants: { slow: { title: 'slow', env: {} } } });
    assert.deepEqual(await choose('./fixed:fast'), {
      ids: [],
      problems: ['--contestants fixed:fast: fixed has no such variant; accepted: fixed, fixed:slow'],
    });
  });
});

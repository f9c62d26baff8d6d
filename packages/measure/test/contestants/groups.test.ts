import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { chooseContestants } from '../../src/contestants/find.ts';
import { writeContestant } from '../fixtures/contestant-folder.ts';

const root = temporaryFolder();
before(async () => {
  await writeContestant(root, 'packages/single', { id: 'single', order: 1 });
  await writeContestant(root, 'packages/threads', {
    id: 'threads',
    order: 2,
    family: 'pools',
    runtimes: { bun: {}, deno: { cannotRun: 'it hangs' } },
    variants: { tuned: { title: 'tuned' }, older: { title: 'older', peer: true } },
  });
  await writeContestant(root, 'packages/peers/other', { id: 'other', peerOf: 'threads' });
});

const choose = async (...names: string[]) => {
  const { chosen, problems } = await chooseContestants(root, names, root);
  return { ids: chosen.map(({ id }) => id), problems };
};

describe('a group of contestants', () => {
  it('has the main contestants as @main, which is the default', async () => {
    const { chosen } = await chooseContestants(root, undefined, root);
    const byDefault = chosen.map(({ id }) => id);
    assert.deepEqual(byDefault, ['single', 'threads']);
    assert.deepEqual((await choose('@main')).ids, ['single', 'threads']);
  });

  it('has the common alternatives as @peers, with the variants whose manifests declare that', async () => {
    assert.deepEqual((await choose('@peers')).ids, ['threads:older', 'other']);
    assert.deepEqual((await choose('@all')).ids, [
      'single',
      'threads',
      'threads:older',
      'other',
      'threads:bun',
      'threads:deno',
    ]);
  });

  it('has the main contestants on a runtime that their manifests name, with those that cannot run there', async () => {
    assert.deepEqual((await choose('@bun')).ids, ['threads:bun']);
    assert.deepEqual((await choose('@deno', 'single:deno')).ids, ['threads:deno', 'single:deno']);
    assert.deepEqual((await choose('@runtimes')).ids, ['threads:bun', 'threads:deno']);
  });

  it('has a family by its name: its main contestant, with all its variants and peers', async () => {
    assert.deepEqual((await choose('@pools')).ids, ['threads', 'threads:tuned', 'threads:older', 'other']);
  });

  it('may be combined with others, and no contestant comes twice', async () => {
    assert.deepEqual((await choose('threads', '@main', 'other')).ids, ['threads', 'single', 'other']);
  });

  it('is refused if it is unknown, and the message lists the groups', async () => {
    assert.deepEqual(await choose('@pool', 'single'), {
      ids: ['single'],
      problems: [
        '--contestants @pool: unknown; accepted: @main, @pools, @peers, @bun, @deno, @runtimes, @kernels, @all',
      ],
    });
  });
});

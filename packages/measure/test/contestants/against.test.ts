import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { counterparts, isOfOther, otherCheckout } from '../../src/contestants/against.ts';
import { chooseContestants } from '../../src/contestants/find.ts';
import { writeContestant } from '../fixtures/contestant-folder.ts';

const variants = { recipe: { title: 'as documented', env: { HOW: 'recipe' } } };
const base = temporaryFolder();
const [root, other] = [join(base, 'here'), join(base, 'Main branch')];
before(async () => {
  await writeContestant(root, 'packages/single', { id: 'single', family: 'singles', variants });
  await writeContestant(other, 'packages/single', { id: 'single', command: ['node', 'old.js'], variants });
  await writeContestant(root, 'packages/peers/pm2', { id: 'pm2', peerOf: 'single' });
  await writeContestant(other, 'packages/peers/pm2', { id: 'pm2', peerOf: 'single' });
  await writeContestant(root, 'packages/new', { id: 'new' });
  await writeContestant(root, 'packages/bare', { id: 'bare' });
  await writeContestant(other, 'packages/bare', { id: 'bare' }, { piscina: '5.3.2' });
  await writeContestant(base, 'outside', { id: 'outside' });
});

const find = async (names: readonly string[], path = '../Main branch') => {
  const { chosen } = await chooseContestants(root, names, root);
  return counterparts(chosen, otherCheckout(path, root), root);
};
const problemsOf = async (...given: Parameters<typeof find>) => (await find(...given)).problems;

describe('the contestants of another checkout', () => {
  it('follow the contestants of this checkout with which they are compared', async () => {
    const { contestants, problems } = await find(['single', 'pm2']);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      contestants.map(({ id, peerOf }) => [id, peerOf]),
      [
        ['single', undefined],
        ['single@main-branch', 'single'],
        ['pm2', undefined],
        ['pm2@main-branch', 'pm2'],
      ],
    );
    assert.deepEqual(contestants.map(isOfOther), [false, true, false, true]);
  });

  it('run the command of their own manifest, in their own folder', async () => {
    const { contestants } = await find(['single']);
    assert.deepEqual(contestants[1]?.command, ['node', 'old.js']);
    assert.equal(contestants[1]?.folder, join(other, 'packages/single'));
  });

  it('are variants if a variant is named', async () => {
    const [, theirs] = (await find(['single:recipe'])).contestants;
    assert.deepEqual([theirs?.id, theirs?.peerOf], ['single@main-branch:recipe', 'single:recipe']);
    assert.equal(theirs?.env?.HOW, 'recipe');
  });

  it('are reported as missing if only this checkout has them', async () => {
    const { contestants, notThere, problems } = await find(['single', 'new']);
    assert.deepEqual([contestants.length, notThere, problems], [2, ['new'], []]);
  });

  it('are refused for a contestant outside of this checkout', async () =>
    assert.deepEqual(await problemsOf(['../outside']), [
      '--against: outside is not part of this checkout; leave it out',
    ]));

  it('must be installed, and the message has the command for that', async () =>
    assert.deepEqual(await problemsOf(['bare']), [
      `--against ${other}: is not installed (packages/bare lacks piscina); type: (cd '${other}' && npx -y pnpm@12 install --frozen-lockfile)`,
    ]));

  it('are refused in a folder that is no checkout', async () => {
    const [problem = ''] = await problemsOf(['single'], '../outside');
    assert.match(
      problem,
      /^--against .*outside: has none of single; accepted: another checkout of this repository/,
    );
  });

  it('are refused with the mistakes of their manifest', async () => {
    await writeContestant(join(base, 'wrong'), 'packages/single', { title: '' });
    const [problem = ''] = await problemsOf(['single'], '../wrong');
    assert.match(problem, /^--against .*wrong.packages.single.package\.json: contestant\.title: /);
  });
});

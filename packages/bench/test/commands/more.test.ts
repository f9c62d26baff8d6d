import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { everyQuestion } from '@cpu-bound/questions/test/every-question';
import { type MoreFlags, moreOfStudy } from '../../src/commands/more.ts';
import { nowhere } from '../fixtures/nowhere.ts';

const refused = (flags: MoreFlags, folder = 'results/some') =>
  moreOfStudy(folder, flags, nowhere).then(
    () => assert.fail('the study was continued'),
    (error: Error) => error.message,
  );

describe('bench more', () => {
  it('names the wrong flag, and what is accepted, before it reads a folder', async () => {
    assert.match(await refused({ for: 'soon' }), /^--for soon: accepted: .*90s, 30m or 2h$/);
    assert.match(
      await refused({ scenarios: 'capacity,nothing' }),
      /^--scenarios nothing: unknown; accepted: capacity, /,
    );
  });

  it('names the folder that is no study', async () =>
    assert.match(
      await refused({}),
      /^\/nowhere\/results\/some: has no manifest\.json; accepted: the folder of a run$/,
    ));

  it('does not continue a soak, and says what to do', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'bench-more-'));
    test.after(() => rm(folder, { recursive: true }));
    const { manifest } = everyQuestion(1, undefined, ['soak']);
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, profile: 'soak' }));
    assert.match(
      await refused({}, folder),
      /: is a soak, of one sitting, and no study; repeat it with a longer --for instead$/,
    );
  });
});

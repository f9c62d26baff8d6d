import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type MoreFlags, moreOfStudy } from '../../src/commands/more.ts';
import { nowhere } from '../fixtures/nowhere.ts';

const refused = (flags: MoreFlags) =>
  moreOfStudy('results/some', flags, nowhere).then(
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
});

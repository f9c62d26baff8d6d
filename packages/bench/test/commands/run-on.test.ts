import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RunFlags } from '@cpu-bound/study/config/flags';
import { type RunOnFlags, runOn } from '../../src/commands/run-on.ts';
import { nowhere } from '../fixtures/nowhere.ts';

const refused = (on: RunOnFlags, flags: RunFlags = {}) =>
  runOn(flags, on, nowhere).then(
    () => assert.fail('it ran'),
    (error: Error) => error.message,
  );

describe('a run for a time, or until all is decided', () => {
  it('names a wrong flag, and what is accepted, before anything is measured', async () => {
    assert.match(await refused({ for: 'soon' }), /^--for soon: accepted: .*90s, 30m or 2h$/);
    assert.equal(await refused({ until: 'friday' }), '--until friday: accepted: decided');
  });

  it('names the flags that fix its length otherwise', async () =>
    assert.equal(
      await refused({ until: 'decided' }, { rounds: '3', against: '../before' }),
      '--for and --until: cannot be combined with --against, --rounds',
    ));
});

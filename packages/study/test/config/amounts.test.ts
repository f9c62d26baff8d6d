import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { durationOf } from '../../src/config/amounts.ts';

/** Returns the value, or the problem that replaces it. */
const read = <T>(of: (problems: string[]) => T): T | string => {
  const problems: string[] = [];
  return of(problems) ?? problems.join();
};

describe('a time on the command line', () => {
  it('is a number with its unit', () => {
    assert.deepEqual(
      ['90s', '30m', '2h', '1.5h'].map((text) => read((problems) => durationOf('--for', text, problems))),
      [90, 1_800, 7_200, 5_400],
    );
  });

  it('is refused otherwise, naming the flag and what is accepted', () => {
    for (const text of ['', '30', 'm', '0m', '-5m', '30 minutes', ' 5m', '5m ', 'Infinitys', '1e999h', '5d'])
      assert.match(
        `${read((problems) => durationOf('--for', text, problems))}`,
        /^--for .*accepted: a time above 0.*90s, 30m or 2h$/s,
        text,
      );
  });

  it('is in seconds, whatever its unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (count) => {
        assert.equal(durationOf('--for', `${count}m`, []), durationOf('--for', `${60 * count}s`, []));
        assert.equal(durationOf('--for', `${count}h`, []), durationOf('--for', `${60 * count}m`, []));
      }),
    );
  });
});

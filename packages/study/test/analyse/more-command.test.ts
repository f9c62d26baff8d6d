import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { moreCommand } from '../../src/analyse/more-command.ts';

describe('the command that adds to a study', () => {
  it('names the folder of the results', () =>
    assert.equal(
      moreCommand({ run: { id: '2026-01-31T08-15-30' } }, 'faults', 'jobs'),
      'npx -y pnpm@12 bench more results/2026-01-31T08-15-30 --scenarios faults,jobs',
    ));

  it('names the folder given with --out', () =>
    assert.equal(
      moreCommand({ run: { id: 'first', folder: 'measured/first' } }),
      'npx -y pnpm@12 bench more measured/first',
    ));
});

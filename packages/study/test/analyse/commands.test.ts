import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandAnew, commandLine, moreCommand } from '../../src/analyse/commands.ts';

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

it('the command of a run that measures anew has no seed, whatever the seed is', () => {
  const flags = { profile: 'quick', param: ['upTo=1000', 'of=2'] };
  for (const seed of ['7', 'it is', "it's", ''])
    assert.equal(commandAnew(commandLine({ ...flags, seed })), commandLine(flags), seed);
});

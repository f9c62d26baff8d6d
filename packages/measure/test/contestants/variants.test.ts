import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contestantNamed, variantsFor } from '../../src/contestants/manifest.ts';
import { contestant } from '../fixtures/contestant.ts';

const cluster = {
  ...contestant('cluster'),
  env: { A: '1' },
  variants: {
    os: { title: 'the OS deals', env: { DEAL: 'os' }, scenarios: ['connections'] },
    silent: { title: 'asked for by nobody', env: {} },
    other: { title: 'another program', command: ['node', 'other.ts'] as const },
  },
};
const both = [contestant('single'), cluster];

describe('the name of a contestant in a plan', () => {
  it('may name a contestant', () => assert.equal(contestantNamed(both, 'single')?.id, 'single'));
  it('may name a variant, which has its contestant’s environment and its own', () => {
    const found = contestantNamed(both, 'cluster:os');
    assert.deepEqual([found?.id, found?.env], ['cluster:os', { A: '1', DEAL: 'os' }]);
  });
  it('may name a variant that is another program', () => {
    const found = contestantNamed(both, 'cluster:other');
    assert.deepEqual([found?.command, found?.env], [['node', 'other.ts'], { A: '1' }]);
  });
  it('may name no contestant', () => assert.equal(contestantNamed(both, 'queue:os'), undefined));
});

describe('the variants of a scenario', () => {
  const ids = (scenario: string, of = both) => variantsFor(of, scenario).map(({ id }) => id);
  it('are those that name it', () => assert.deepEqual(ids('connections'), ['cluster:os']));
  it('are none if the scenario is in no manifest', () => assert.deepEqual(ids('capacity'), []));
  it('do not come twice if the flags already name them', () => {
    const named = contestantNamed(both, 'cluster:os') ?? assert.fail();
    assert.deepEqual(ids('connections', [...both, { ...named, variants: {} }]), []);
  });
});

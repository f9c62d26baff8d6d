import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import { firstLook } from '@cpu-bound/stats/looks';
import { pairsAmong } from '@cpu-bound/stats/verdict';
import { profiles } from '../../src/config/profiles.ts';
import { profileFor } from '../../src/config/questions.ts';

const contestants = (count: number, peerOf?: string): Contestant[] =>
  Array.from(
    { length: count },
    (_, index) => ({ id: `${peerOf ?? 'main'}-${index}`, ...(peerOf && { peerOf }) }) as Contestant,
  );
const { quick, smoke } = profiles;

describe('a profile', () => {
  it('is unchanged for four contestants, and for fewer', () => {
    for (const count of [1, 2, 4])
      assert.deepEqual(profileFor(contestants(count), quick, 300), { profile: quick, promisedSeconds: 300 });
  });

  it('takes more time for more contestants, twin included', () => {
    assert.equal(profileFor(contestants(9), smoke, 40).promisedSeconds, 80);
    assert.equal(profileFor(contestants(9), smoke, 40).profile.rounds, smoke.rounds);
  });

  it('has the rounds that the verdicts on its largest family need', () => {
    const family = [...contestants(2), ...contestants(5, 'main-0')];
    const { profile, promisedSeconds } = profileFor(family, quick, 300);
    assert.equal(profile.rounds, firstLook(pairsAmong(6)));
    assert.equal(promisedSeconds, Math.round((300 * (8 / 5) * profile.rounds) / quick.rounds));
  });

  it('needs no more rounds for many small families', () => {
    const families = [...contestants(4), ...contestants(3, 'main-0'), ...contestants(3, 'main-1')];
    assert.equal(profileFor(families, quick, 300).profile.rounds, quick.rounds);
  });
});

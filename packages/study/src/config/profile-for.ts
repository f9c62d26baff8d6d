import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import { pairsAmong } from '@cpu-bound/stats/family';
import { firstLook } from '@cpu-bound/stats/looks';
import { familiesOf, type Seconds } from '../model.ts';
import type { Profile } from './profiles.ts';

/** A profile's rounds and times are made for this number of contestants, and the baseline's twin. */
const CONTESTANTS = 4;
const SUBJECTS = CONTESTANTS + 1;

/**
 * Adapts a profile to the number of contestants. If it has enough rounds for verdicts on four, it gets the rounds that
 * the largest family needs. Its time grows with contestants and rounds.
 *
 * @param promised the time for four
 * @param least the least number of rounds, if it has enough for verdicts
 */
export function profileFor(
  contestants: readonly Contestant[],
  profile: Profile,
  promised: Seconds,
  least = 0,
): { readonly profile: Profile; readonly promisedSeconds: Seconds } {
  const { main, families } = familiesOf(contestants);
  const largest = Math.max(main.length, ...families.map(({ members }) => members.length));
  const carriesVerdicts = profile.rounds >= firstLook(pairsAmong(CONTESTANTS));
  const familyRounds = largest > CONTESTANTS ? firstLook(pairsAmong(largest)) : 0;
  const rounds = carriesVerdicts ? Math.max(profile.rounds, familyRounds, least) : profile.rounds;
  const larger = Math.max(1, (contestants.length + 1) / SUBJECTS);
  return {
    profile: { ...profile, rounds },
    promisedSeconds: Math.round((promised * larger * rounds) / profile.rounds),
  };
}

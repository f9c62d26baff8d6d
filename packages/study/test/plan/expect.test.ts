import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { able, fewer } from '@cpu-bound/questions/test/able';
import type { Config } from '../../src/config/config.ts';
import { askedByName, BY_NAME_SECONDS, type ProfileName, profiles } from '../../src/config/profiles.ts';
import type { Trial } from '../../src/model/plan.ts';
import { plan } from '../../src/plan/plan.ts';
import { expectedOfBlock, expectedSeconds } from '../../src/plan/windows.ts';
import { config } from '../fixtures/config.ts';

const planned = (given: Config): readonly Trial[] =>
  plan(
    given,
    questions.filter(({ id }) => given.scenarios.includes(id)),
  );
const total = (trials: readonly Trial[], { profile }: Config) =>
  trials.reduce((sum, trial) => sum + expectedSeconds(trial, profile), 0);

/** The configuration of a profile if no flag names a question, with four contestants on two cores. */
function byProfile(profileName: ProfileName): Config {
  const { promisedSeconds } = profiles[profileName];
  const asked = questions.filter((one) => one.profiles.includes(profileName)).map(({ id }) => id);
  return config({ profileName, promisedSeconds, contestants: able, scenarios: asked });
}

/** `The windows take: capacity and cost 1203 s, latency 640 s, …` */
const shares = (trials: readonly Trial[]) => {
  const blocks = Map.groupBy(
    trials.flatMap((trial) => trial.blocks),
    ({ window }) => window.questions.join(' and '),
  );
  const each = [...blocks].map(
    ([ids, own]) => `${ids} ${own.reduce((sum, block) => sum + expectedOfBlock(block), 0).toFixed(0)} s`,
  );
  return `The windows take: ${each.join(', ')}`;
};

describe('the expected time', () => {
  it('exceeds the measured time, for every trial', () => {
    const given = byProfile('thorough');
    for (const trial of planned(given)) {
      const measured = trial.blocks.reduce(
        (sum, { window, order }) => sum + order.length * (window.seconds + window.leadInSeconds),
        0,
      );
      assert.ok(expectedSeconds(trial, given.profile) > measured, trial.id);
    }
  });

  it('grows from profile to profile', () => {
    const totals = (Object.keys(profiles) as ProfileName[])
      .map(byProfile)
      .map((given) => total(planned(given), given));
    assert.deepEqual(
      totals,
      totals.toSorted((a, b) => a - b),
    );
  });

  for (const profileName of Object.keys(profiles) as ProfileName[]) {
    it(`is within the promise of the profile: ${profileName}`, () => {
      const given = byProfile(profileName);
      const seconds = total(planned(given), given);
      const { promisedSeconds } = profiles[profileName];
      assert.ok(
        seconds <= promisedSeconds,
        `${seconds.toFixed(0)} s, promised are ${promisedSeconds}. Give a window of question.ts fewer rounds or seconds, or change promisedSeconds in study/src/config/profiles.ts. ${shares(planned(given))}`,
      );
    });
  }

  // A soak has a profile of its own, and cannot be asked for by name in another.
  const named = questions.filter(({ id }) => id !== 'soak');
  for (const { id, byNameSeconds: promisedSeconds = BY_NAME_SECONDS } of named) {
    it(`is within ${promisedSeconds / 60} minutes, with enough rounds for a verdict, for a question by name: ${id}`, () => {
      const profile = askedByName(profiles.standard);
      const given = config({ promisedSeconds, contestants: able, scenarios: [id], profile });
      const trials = planned(given);
      const seconds = total(trials, given);
      assert.ok(seconds <= promisedSeconds, `${seconds.toFixed(0)} s`);
      // A finding that is the same in every round needs fewer rounds.
      const enough = fewer[id] ?? 10;
      assert.ok(new Set(trials.map(({ round }) => round)).size >= enough);
    });
  }
});

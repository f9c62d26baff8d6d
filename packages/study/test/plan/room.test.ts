import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { UsageError } from '../../src/config/config.ts';
import { type ProfileName, profiles } from '../../src/config/profiles.ts';
import { forTask } from '../../src/config/settings.ts';
import { plan } from '../../src/plan/plan.ts';
import { assertRoom, assertTime } from '../../src/plan/room.ts';
import { LOW } from '../../src/plan/windows.ts';
import { config } from '../fixtures/config.ts';

const planned = (given: ReturnType<typeof config>) =>
  plan(
    given,
    questions.filter(({ profiles: asking }) => asking.includes(given.profileName)),
  );
const ofTask = (profileName: ProfileName, taskSeconds: number) =>
  forTask(config({ profileName, promisedSeconds: profiles[profileName].promisedSeconds }), taskSeconds);
const refusalOrNone = (profileName: ProfileName, taskSeconds: number): string | undefined => {
  try {
    const given = ofTask(profileName, taskSeconds);
    assertRoom(given, planned(given), questions, (changes) => `npx -y pnpm@12 bench run ${changes}`);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof UsageError);
    return error.message;
  }
};

describe('windows for a task', () => {
  it('are those of the profile for a task of 5 ms', () =>
    assert.deepEqual(ofTask('standard', 0.005).profile, profiles.standard));

  it('hold twenty tasks of a service that computes one at a time, in a closed and in an open loop', () => {
    const { profile } = ofTask('standard', 1);
    assert.deepEqual([profile.windowSeconds, LOW.load * profile.openSeconds], [20, 20]);
  });

  it('have as many connections as get an answer within five seconds: at most 50, and at least two for each core', () =>
    assert.deepEqual(
      [0.005, 0.25, 1, 9].map((task) => ofTask('quick', task).connections),
      [50, 20, 5, 4],
    ));
});

describe('a profile', () => {
  it('has room for tasks if its rounds fit into its time', () => {
    assert.equal(refusalOrNone('smoke', 0.05), undefined);
    assert.equal(refusalOrNone('quick', 0.05), undefined);
  });

  it('refuses longer tasks, and names the profile that has room for the shortest of them', () => {
    const refusals = Array.from({ length: 40 }, (_, step) => refusalOrNone('quick', 0.1 + step / 200));
    assert.match(
      refusals.find((message) => message !== undefined) ?? '',
      /^--profile quick: has no room for tasks of 0\.\d+ s: .*run npx -y pnpm@12 bench run --profile standard$/,
    );
  });

  it('names only a profile with room when it refuses a task', () => {
    const named = new Set<string>();
    for (const name of ['smoke', 'quick', 'standard'] as const)
      for (const task of [0.1, 0.3, 0.6, 1, 1.7, 4]) {
        const [, other] = /--profile (\w+)$/.exec(refusalOrNone(name, task) ?? '') ?? [];
        if (other === undefined) continue;
        named.add(other);
        assert.equal(refusalOrNone(other as ProfileName, task), undefined, `${name}, ${task} s`);
      }
    assert.ok(named.size > 0);
  });

  it('refuses tasks for which no profile has room, and suggests --rounds, since then no duration is promised', () => {
    const message = refusalOrNone('smoke', 9) ?? '';
    assert.match(message, /run npx -y pnpm@12 bench run --profile smoke --rounds 1$/);
    const { promisedSeconds: _none, ...rounds } = ofTask('smoke', 9);
    assert.doesNotThrow(() => assertRoom(rounds, planned(rounds), questions, String));
  });
});

it('a time that is too short for the first round is refused, with the least one', () => {
  const given = (within: number) => config({ profileName: 'quick', goOn: { within } });
  const trials = planned(given(5));
  assert.throws(
    () => assertTime(given(5), trials),
    /^UsageError: --for 5s: is too short for the first round; accepted: \d+s or more$/,
  );
  assert.doesNotThrow(() => assertTime(given(300), trials));
  assert.doesNotThrow(() => assertTime(config({ profileName: 'quick' }), trials));
});

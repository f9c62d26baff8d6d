import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { Seconds } from '@cpu-bound/measure/model';
import { firstLook } from '@cpu-bound/stats/looks';
import { pairsAmong } from '@cpu-bound/stats/verdict';
import { familiesOf } from '../model.ts';
import { listOf, type RunFlags, type RunSettings, type Surroundings } from './config.ts';
import {
  askedByName,
  asks,
  BY_NAME_SECONDS,
  inDepth,
  type Profile,
  type ProfileName,
  profiles,
} from './profiles.ts';

/** Returns the profile, the questions that are asked, and those of them that are measured. */
export function questionsOf(flags: RunFlags, surroundings: Surroundings, problems: string[]) {
  const profileName = profileNamed(flags.profile ?? 'standard', problems);
  problems.push(...problemsOfSoak(flags, profileName));
  const scenarios = chosenQuestions(flags, profileName, surroundings, problems);
  const ofFile = flags.requests !== undefined;
  return {
    profileName,
    scenarios,
    measured: ofFile ? ofRequests(scenarios, surroundings, problems) : scenarios,
    byName: flags.scenarios !== undefined || ofFile,
  };
}

function profileNamed(name: string, problems: string[]): ProfileName | undefined {
  if (Object.hasOwn(profiles, name)) return name as ProfileName;
  problems.push(`--profile ${name}: unknown; accepted: ${Object.keys(profiles).join(', ')}`);
  return undefined;
}

/** The question that has a profile for itself, of one sitting: other flags for questions and rounds do not apply. */
const SOAK = 'soak';

/** Reports flags that do not apply to a soak, and a soak that is asked for in another profile. */
function problemsOfSoak(flags: RunFlags, profileName: ProfileName | undefined): string[] {
  if (profileName !== SOAK)
    return listOf(flags.scenarios)?.includes(SOAK)
      ? [`--scenarios ${SOAK}: takes an hour of its own; accepted: --profile ${SOAK} without --scenarios`]
      : [];
  const foreign = (['scenarios', 'rounds', 'until', 'against'] as const).filter(
    (flag) => flags[flag] !== undefined,
  );
  return foreign.map(
    (flag) => `--${flag}: does not apply to --profile ${SOAK}, one sitting as long as --for; leave it out`,
  );
}

/** Returns the named questions, or those of the profile, in the order of the report. */
function chosenQuestions(
  { scenarios: named, against, requests }: RunFlags,
  profileName: ProfileName | undefined,
  { questions }: Surroundings,
  problems: string[],
): string[] {
  const ids = questions.map(({ id }) => id);
  const byName = listOf(named);
  // Two checkouts are compared by verdicts alone, and requests from a file are asked about with all conditions.
  const inBreadth = against === undefined && requests === undefined;
  const chosen = questions.filter(({ id, profiles: asking, once }) =>
    byName
      ? byName.includes(id)
      : profileName && asks(profileName, { profiles: asking, once: inBreadth ? once : undefined }),
  );
  for (const name of byName?.filter((id) => !ids.includes(id)) ?? [])
    problems.push(`--scenarios ${name}: unknown; accepted: ${ids.join(', ')}`);
  if (byName ? byName.length === 0 : profileName && chosen.length === 0)
    problems.push(`--scenarios: is empty; accepted: ${ids.join(', ')}`);
  return chosen.map(({ id }) => id);
}

/**
 * The rounds that a hundred figures of two checkouts need for intervals that hold at once: 2^(1 − 12) is less than 0.05
 * ÷ 100.
 */
const ROUNDS_AGAINST = 12;

type ProfileInput = Pick<RunSettings, 'byName' | 'contestants'> & {
  readonly goOn: RunSettings['goOn'] | undefined;
  readonly measured: readonly string[];
  readonly rounds: number | undefined;
  readonly isAgainst: boolean;
};

/**
 * Returns the profile for these contestants, and the time that it promises. There is no promise if the rounds are
 * given, or if two checkouts need them for a verdict. Questions that were asked by name promise at most the time of all
 * questions. A soak fills the time of `--for` by itself, and does not continue.
 */
export function profileOf(
  name: ProfileName,
  { byName, measured, contestants, rounds, isAgainst, goOn }: ProfileInput,
  { questions }: Surroundings,
): Pick<RunSettings, 'profile' | 'promisedSeconds' | 'goOn'> {
  const { promisedSeconds: profileSeconds } = profiles[name];
  if (name === SOAK) return { profile: profiles[name], promisedSeconds: goOn?.within ?? profileSeconds };
  const asked: Profile = isAgainst ? inDepth(profiles[name]) : profiles[name];
  const adapted = byName ? askedByName(asked) : asked;
  const named = questions
    .filter(({ id }) => measured.includes(id))
    .reduce((sum, { byNameSeconds = BY_NAME_SECONDS }) => sum + byNameSeconds, 0);
  const promised = byName && !profiles[name].inFull ? Math.min(profileSeconds, named) : profileSeconds;
  const found = profileFor(contestants, adapted, promised, isAgainst ? ROUNDS_AGAINST : undefined);
  if (rounds !== undefined) return { profile: { ...found.profile, rounds }, goOn };
  return isAgainst ? { profile: found.profile, goOn } : { ...found, goOn };
}

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

/** Returns the chosen questions that requests from a file can answer. If there are none, that is a problem. */
function ofRequests(chosen: readonly string[], { questions }: Surroundings, problems: string[]): string[] {
  const able = questions.filter((question) => question.ofRequests).map(({ id }) => id);
  const asked = chosen.filter((id) => able.includes(id));
  if (chosen.length > 0 && asked.length === 0)
    problems.push(
      `--scenarios ${chosen.join(',')}: needs a workload of the bench’s own; accepted with --requests: ${able.join(', ')}`,
    );
  return asked;
}

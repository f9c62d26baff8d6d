import type { Seconds } from '@cpu-bound/measure/model';
import { type Config, UsageError } from '../config/config.ts';
import { type Askable, asks, largerThan, type Profile, profiles } from '../config/profiles.ts';
import { forTask } from '../config/settings.ts';
import type { Trial } from '../model/plan.ts';
import { plan } from './plan.ts';
import { expectedSeconds, type PlanSource } from './windows.ts';

/** The last windows of a single round may be left out to keep the time; the earlier ones are a result. */
const CUT_SHORT = 1.5;

/**
 * Checks that the promised time has room for tasks of this length, and otherwise looks for a larger profile. A
 * profile's time belongs to its own questions, so it is unknown for questions that were asked by name.
 *
 * @param trials the plan of this configuration
 * @param command the command of the run with other flags
 * @throws UsageError if there is no room, with a command that has enough
 */
export function assertRoom(
  config: Config,
  trials: readonly Trial[],
  questions: readonly (PlanSource & Askable)[],
  command: (changes: string) => string,
): void {
  const { promisedSeconds: promised, taskSeconds = 0, profile, profileName } = config;
  if (promised === undefined || profile.windowSeconds <= 2 * profiles[profileName].windowSeconds) return;
  const needed = leastSeconds(trials, profile);
  if (needed <= promised * (profile.rounds === 1 ? CUT_SHORT : 1)) return;
  const factor = promised / profiles[profileName].promisedSeconds;
  const found = (config.byName ? [] : largerThan(profileName)).find((name) => {
    const rounds = Math.max(profiles[name].rounds, profile.rounds);
    const other = forTask(
      { ...config, profileName: name, profile: { ...profiles[name], rounds } },
      taskSeconds,
    );
    const asking = questions.filter((question) => asks(name, question));
    return leastSeconds(plan(other, asking), other.profile) <= profiles[name].promisedSeconds * factor;
  });
  const remedy = command(
    found ? `--profile ${found}` : `--profile ${profileName} --rounds ${profile.rounds}`,
  );
  throw new UsageError([
    `--profile ${profileName}: has no room for tasks of ${taskSeconds.toPrecision(2)} s: its first measurements, with twenty tasks in a window, take ${Math.round(needed)} s of its ${promised} s; make the task smaller, or run ${remedy}`,
  ]);
}

/** The time before the first trial and after the last one. */
const AROUND: Seconds = 15;

/**
 * Checks that the time of `--for` has room for the first trial, which is measured in any case.
 *
 * @throws UsageError with the least time that makes sense
 */
export function assertTime({ goOn, profile }: Config, trials: readonly Trial[]): void {
  const [first] = trials;
  if (goOn?.within === undefined || !first) return;
  const least = Math.ceil(AROUND + expectedSeconds(first, profile));
  if (goOn.within < least)
    throw new UsageError([
      `--for ${goOn.within}s: is too short for the first round; accepted: ${least}s or more`,
    ]);
}

/** The least time of a useful run: the most important blocks in every round. Without them there is no answer. */
function leastSeconds(trials: readonly Trial[], profile: Profile): Seconds {
  const highest = Math.min(...trials.map(({ importance }) => importance));
  return trials
    .filter(({ importance }) => importance === highest)
    .reduce((sum, trial) => sum + expectedSeconds(trial, profile), 0);
}

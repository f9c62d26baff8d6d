import { type Config, UsageError } from '../config/config.ts';
import { forTask } from '../config/examined.ts';
import { type Profile, type ProfileName, profiles } from '../config/profiles.ts';
import type { Seconds, Trial } from '../model.ts';
import { expectedSeconds } from './expect.ts';

/** The last windows of a single round may be left out to keep the time, and those before are a result. */
const CUT_SHORT = 1.5;

/** The profiles whose time is known for the same questions, and the plan of such a configuration. */
type Larger = {
  readonly names: readonly ProfileName[];
  readonly plan: (config: Config) => readonly Trial[];
};

/**
 * @param trials the plan of this configuration
 * @param command the command of the run with other flags
 * @throws UsageError where the promised time has no room for tasks of this length, with a command that has
 */
export function assertRoom(
  config: Config,
  trials: readonly Trial[],
  larger: Larger,
  command: (changes: string) => string,
): void {
  const { promisedSeconds: promised, taskSeconds = 0, profile, profileName } = config;
  if (promised === undefined || profile.windowSeconds <= 2 * profiles[profileName].windowSeconds) return;
  const needed = leastSeconds(trials, profile);
  if (needed <= promised * (profile.rounds === 1 ? CUT_SHORT : 1)) return;
  const factor = promised / profiles[profileName].promisedSeconds;
  const found = larger.names.find((name) => {
    const rounds = Math.max(profiles[name].rounds, profile.rounds);
    const other = forTask(
      { ...config, profileName: name, profile: { ...profiles[name], rounds } },
      taskSeconds,
    );
    return leastSeconds(larger.plan(other), other.profile) <= profiles[name].promisedSeconds * factor;
  });
  const remedy = command(
    found ? `--profile ${found}` : `--profile ${profileName} --rounds ${profile.rounds}`,
  );
  throw new UsageError([
    `--profile ${profileName}: has no room for tasks of ${taskSeconds.toPrecision(2)} s: what it measures first, with twenty tasks in a window, takes ${Math.round(needed)} s of its ${promised} s; make the task smaller, or run ${remedy}`,
  ]);
}

/** The blocks that matter most, in every round: without them there is no answer. */
function leastSeconds(planned: readonly Trial[], profile: Profile): Seconds {
  const trials = planned.filter(({ filler }) => !filler);
  const most = Math.min(...trials.map(({ importance }) => importance));
  return trials
    .filter(({ importance }) => importance === most)
    .reduce((sum, trial) => sum + expectedSeconds(trial, profile), 0);
}

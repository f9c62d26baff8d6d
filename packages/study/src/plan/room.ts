import { type Config, UsageError } from '../config/config.ts';
import { type ProfileName, profiles } from '../config/profiles.ts';
import { forTask } from '../config/task-time.ts';
import type { Seconds, Trial } from '../model.ts';
import { expectedSeconds } from './expect.ts';

type Planning = (config: Config) => readonly Trial[];

/** The last windows of a single round may be left out to keep the time, and those before are a result. */
const CUT_SHORT = 1.5;

/**
 * @param planned the plan of a configuration, with the questions of its profile or those that were named
 * @param larger the profiles whose time is known for these questions
 * @throws UsageError where the promised time has no room for tasks of this length, with a command that has
 */
export function assertRoom(
  config: Config,
  planned: Planning,
  larger: readonly ProfileName[],
  command: (changes: string) => string,
): void {
  const { promisedSeconds: promised, taskSeconds = 0, profile, profileName } = config;
  if (promised === undefined || profile.windowSeconds <= 2 * profiles[profileName].windowSeconds) return;
  const needed = leastSeconds(config, planned);
  if (needed <= promised * (profile.rounds === 1 ? CUT_SHORT : 1)) return;
  const factor = promised / profiles[profileName].promisedSeconds;
  const found = larger.find((name) => {
    const rounds = Math.max(profiles[name].rounds, profile.rounds);
    const other = forTask(
      { ...config, profileName: name, profile: { ...profiles[name], rounds } },
      taskSeconds,
    );
    return leastSeconds(other, planned) <= profiles[name].promisedSeconds * factor;
  });
  const remedy = command(
    found ? `--profile ${found}` : `--profile ${profileName} --rounds ${profile.rounds}`,
  );
  throw new UsageError([
    `--profile ${profileName}: has no room for tasks of ${taskSeconds.toPrecision(2)} s: what it measures first, with twenty tasks in a window, takes ${Math.round(needed)} s of its ${promised} s; make the task smaller, or run ${remedy}`,
  ]);
}

/** The blocks that matter most, in every round: without them there is no answer. */
function leastSeconds(config: Config, planned: Planning): Seconds {
  const trials = planned(config).filter(({ filler }) => !filler);
  const most = Math.min(...trials.map(({ importance }) => importance));
  return trials
    .filter(({ importance }) => importance === most)
    .reduce((sum, trial) => sum + expectedSeconds(trial, config.profile), 0);
}

import type { WorkloadFacts } from '@cpu-bound/measure/workload/examine';
import type { Seconds } from '../model.ts';
import type { RunSettings } from './config.ts';

/** A window needs this number of tasks to measure a throughput. */
const TASKS = 20;
/** Latency is measured at half of the throughput of the slowest contestant, which computes one task at a time. */
const OPEN_LOAD = 0.5;
/** A warm-up needs this number of tasks. */
const WARM_UP_TASKS = 3;
/** The longest wait of a request in a closed loop, for a process that computes one task at a time. */
const LONGEST_WAIT: Seconds = 5;

/**
 * Fits the settings to the length of a task: windows, warm-ups and connections, the same for all contestants. In a long
 * window a single stall counts for little, so one block is enough.
 */
export function forTask<S extends Pick<RunSettings, 'profile' | 'connections' | 'cores'>>(
  settings: S,
  taskSeconds: Seconds = 0,
): S {
  const { profile, connections, cores } = settings;
  const windowSeconds = rounded(Math.max(profile.windowSeconds, TASKS * taskSeconds));
  const isLonger = windowSeconds > 2 * profile.windowSeconds;
  const few = Math.max(2 * cores, Math.floor(LONGEST_WAIT / Math.max(taskSeconds, 1e-6)));
  return {
    ...settings,
    ...(taskSeconds > 0 && { taskSeconds }),
    connections: Math.min(connections, few),
    profile: {
      ...profile,
      windowSeconds,
      ...(isLonger && { capacityBlocks: 1, firstBlocks: 1 }),
      openSeconds: rounded(Math.max(profile.openSeconds, (TASKS / OPEN_LOAD) * taskSeconds)),
      warmUpSeconds: rounded(Math.max(profile.warmUpSeconds, WARM_UP_TASKS * taskSeconds)),
      dimensionSeconds: rounded(Math.max(profile.dimensionSeconds, WARM_UP_TASKS * taskSeconds)),
    },
  };
}

const rounded = (seconds: Seconds): Seconds => Math.round(seconds * 100) / 100;

/**
 * Applies the examination of the workload to the settings: the windows fit its tasks, and the sizes are those that were
 * found. The middle size is the headline, unless a flag names one.
 */
export function asExamined(
  unexamined: RunSettings,
  { sizes, taskMs = 0 }: Pick<WorkloadFacts, 'sizes' | 'taskMs'>,
): RunSettings {
  const settings = forTask(unexamined, taskMs / 1000);
  if (!sizes) return settings;
  const middle = sizes[Math.floor((sizes.length - 1) / 2)]?.query;
  const headline =
    unexamined.headlineNamed || !middle ? settings.headline : { ...settings.headline, ...middle };
  return { ...settings, headline, workload: { ...settings.workload, sizes } };
}

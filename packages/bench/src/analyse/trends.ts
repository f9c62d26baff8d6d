import type { Run } from '../model.ts';
import { trend } from '../stats/trend.ts';

/** Below this the test finds hardly anything. */
const FEWEST_BINS = 10;
/** By chance some windows of many show a trend: say so only where it is more than a few. */
const REPORTED_SHARE = 0.2;

/** How many closed-loop windows of each contestant got faster or slower while they were measured. */
export function trendingWindows(run: Run): { contestant: string; trending: number; windows: number }[] {
  return run.manifest.contestants.map(({ id }) => {
    const loads = run.results.flatMap((result) =>
      result.state === 'completed' && result.trial.kind === 'cell' && result.trial.contestant === id
        ? (result.windows ?? []).flatMap(({ load }) =>
            load && load.bins.length >= FEWEST_BINS ? [load] : [],
          )
        : [],
    );
    return {
      contestant: id,
      trending: loads.filter(({ bins }) => trend(bins).trending).length,
      windows: loads.length,
    };
  });
}

/** The contestants that were not warm, or not steady, often enough to be told of. */
export function trendWarnings(run: Run) {
  return trendingWindows(run)
    .filter(({ trending, windows }) => trending > 1 && trending / windows > REPORTED_SHARE)
    .map(({ contestant, trending, windows }) => ({
      id: 'trend',
      message: `${contestant}: throughput drifted within ${trending} of ${windows} windows`,
      remedy:
        'it may not have been warm, or the machine not steady: use a longer profile, or a quieter machine',
    }));
}

import type { Manifest, Validity } from '../model.ts';
import { trend } from '../stats/trend.ts';
import type { Observation } from './observations.ts';

/** Below this the test finds hardly anything. */
const FEWEST_BINS = 10;
/** By chance some windows of many show a trend: say so only where it is more than a few. */
const REPORTED_SHARE = 0.2;

/** The contestants whose throughput drifted within their closed-loop windows often enough to be told of. */
export function trendWarnings(
  { contestants }: Manifest,
  all: readonly Observation[],
): Validity['warnings'][number][] {
  return contestants.flatMap(({ id }) => {
    const loads = all.flatMap(({ subject, result: { load } }) =>
      subject.contestant === id && load && load.bins.length >= FEWEST_BINS ? [load] : [],
    );
    const trending = loads.filter(({ bins }) => trend(bins).trending).length;
    if (trending <= 1 || trending / loads.length <= REPORTED_SHARE) return [];
    return [
      {
        id: 'trend',
        message: `${id}: throughput drifted within ${trending} of ${loads.length} windows`,
        remedy:
          'it may not have been warm, or the machine not steady: use a longer profile, or a quieter machine',
      },
    ];
  });
}

import { mean } from '@cpu-bound/stats/moments';
import type { Observation, RoundValues } from './observations.ts';

/** The mean number of cores that a contestant kept computing in each round while another one was measured. */
export function idleCores(found: readonly Observation[], contestant: string): RoundValues {
  const cores = found.flatMap(({ round, result }) => {
    const own = result.usage?.idleCores?.[contestant];
    return own === undefined ? [] : [{ round, own }];
  });
  return new Map(
    [...Map.groupBy(cores, ({ round }) => round)].map(([round, windows]) => [
      round,
      mean(windows.map(({ own }) => own)),
    ]),
  );
}

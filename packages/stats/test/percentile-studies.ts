import type { Arm, CompareOptions, PairComparison } from '../src/compare-pairs.ts';
import { windowMedian } from '../src/location.ts';
import { LOOKS } from '../src/looks.ts';
import { sampleAt } from '../src/moments.ts';
import { comparePairs } from './experiments.ts';
import { type Cell, type Fault, simulatedWindows } from './simulated-windows.ts';

/** Simulated studies of percentiles: four contestants, each with its windows in every round. */

export const PERCENTILES = [0.5, 0.9, 0.99];
const ARMS = 4;
const WITH_FAULT = 'arm 3';
const options: CompareOptions = { margin: 0.1, higherIsBetter: false, looks: LOOKS };
const AT = LOOKS.map(({ rounds }) => rounds);

/** Each percentile of each window. */
const own = (windows: readonly Float64Array[]): number[][] =>
  PERCENTILES.map((p) => windows.map((sorted) => sampleAt(sorted, p)));

/**
 * Counts, for each percentile, the experiments whose interval contains the median of the windows' own percentiles in a
 * long run.
 */
export function coverageCounts(cell: Cell, windows: number, times: number): number[] {
  const longRun = own(simulatedWindows(cell, Math.min(3000, Math.max(1000, 10 * times)), 'long run'));
  return own(simulatedWindows(cell, times * windows, 'experiments')).map((all, index) => {
    const truth = windowMedian(longRun[index] as number[]).estimate;
    return Array.from({ length: times }, (_, one) =>
      windowMedian(all.slice(windows * one, windows * (one + 1))),
    ).filter(({ low, high }) => low <= truth && truth <= high).length;
  });
}

/** The pairs of a study after this many rounds, by percentile. The last of four contestants may have a fault. */
function studyOf(cell: Cell, seed: string, rounds: number, inRound: number, fault: Fault) {
  const arms = Array.from({ length: ARMS }, (_, index) => {
    const id = `arm ${index}`;
    const planted = id === WITH_FAULT ? fault : 'none';
    return { id, own: own(simulatedWindows(cell, rounds * inRound, seed, { arm: id, fault: planted })) };
  });
  return (until: number): PairComparison[][] =>
    PERCENTILES.map((_, index) =>
      comparePairs(
        arms.map(
          ({ id, own: values }): Arm => ({ id, values: inRounds(values[index] ?? [], until, inRound) }),
        ),
        options,
      ),
    );
}

/** The blocks of each of the first rounds. */
const inRounds = (values: readonly number[], until: number, inRound: number) =>
  new Map(
    Array.from({ length: until }, (_, round) => {
      const blocks = values.slice(round * inRound, (round + 1) * inRound);
      return [round, new Map(blocks.map((value, block) => [`${block}`, value]))] as const;
    }),
  );

/**
 * Tells, for each percentile, whether a study of twins shows a difference between any two of them at any look: 1 or 0.
 */
export function twinsThatDiffer(cell: Cell, seed: string): number[] {
  const study = studyOf(cell, seed, Math.max(...AT), 1, 'none');
  const looks = AT.map(study);
  const differs = ({ ratio }: PairComparison) => ratio.low > 1 || ratio.high < 1;
  return PERCENTILES.map((_, index) => Number(looks.some((pairs) => pairs[index]?.some(differs))));
}

/** Computes, for each percentile, the share of the three pairs with the faulty contestant that ten rounds find. */
export const shareFound = (cell: Cell, seed: string, fault: Fault, inRound: number): number[] =>
  studyOf(
    cell,
    seed,
    10,
    inRound,
    fault,
  )(10).map(
    (pairs) =>
      pairs.filter(({ contestant, ratio }) => contestant === WITH_FAULT && ratio.low > 1).length / (ARMS - 1),
  );

/** The sums over this many seeds, by percentile. */
export const sumsOverSeeds = (times: number, study: (seed: string) => readonly number[]): number[] =>
  Array.from({ length: times }, (_, seed) => study(`${seed}`)).reduce<number[]>(
    (sum, one) => one.map((value, index) => value + (sum[index] ?? 0)),
    [],
  );

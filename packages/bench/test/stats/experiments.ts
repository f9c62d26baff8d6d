import { excludes, type Interval } from '../../src/stats/interval.ts';
import { pairedRatio } from '../../src/stats/paired-ratio.ts';
import { type Random, seededRandom } from '../../src/stats/random.ts';

const EXPERIMENTS = 1000;
const ROUNDS = 10;

/**
 * A/A experiments: both arms have the same median, share a drift of +2 % a round, and one cell in ten is
 * half as long again. Returns how many of 1,000 intervals exclude 1.
 */
export function alarmsOfEqualArms(seed: number | string): number {
  return count(seed, (random) => {
    const cell = (round: number) =>
      100 * (1 + 0.02 * round) * Math.exp(0.03 * random.normal()) * (random.next() < 0.1 ? 1.5 : 1);
    const ratio = pairedRatio(rounds(cell), rounds(cell));
    return !ratio.indicative && excludes(ratio, 1);
  });
}

/**
 * Planted slowdowns: the first arm takes 5 % longer, the log ratio of a round scatters by 3 %, and both
 * share a drift of +2 % a round. Returns how many of 1,000 intervals lie above 1.
 */
export function slowdownsFound(seed: number | string): number {
  return count(seed, (random) => {
    const cell = (round: number) =>
      100 * (1 + 0.02 * round) * Math.exp((0.03 / Math.SQRT2) * random.normal());
    const ratio: Interval = pairedRatio(
      rounds((round) => 1.05 * cell(round)),
      rounds(cell),
    );
    return !ratio.indicative && ratio.low > 1;
  });
}

function count(seed: number | string, experiment: (random: Random) => boolean): number {
  let hits = 0;
  for (let i = 0; i < EXPERIMENTS; i++) {
    if (experiment(seededRandom(`${seed}/${i}`))) hits++;
  }
  return hits;
}

function rounds(cell: (round: number) => number): number[] {
  return Array.from({ length: ROUNDS }, (_, round) => cell(round));
}

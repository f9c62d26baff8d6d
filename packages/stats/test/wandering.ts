import type { Runs } from './experiments.ts';

/** One window follows another; each takes half a second and a pause. */
const WINDOW_SECONDS = 0.6;

/**
 * A machine whose speed wanders for all arms alike: ln speed is an Ornstein–Uhlenbeck process with an sd of 12 %,
 * correlated over 2 s. Each window belongs to one arm, in a new order in every block, and deviates by 3 % at random.
 *
 * @param summary from the blocks of a round to its value
 */
export const wandering =
  (summary: (blocks: readonly number[]) => number, blocks = 4): Runs =>
  (random, rounds, arms) => {
    const values = Array.from({ length: arms }, (): number[] => []);
    const correlation = Math.exp(-WINDOW_SECONDS / 2);
    let lnSpeed = 0.12 * random.normal();
    for (let round = 0; round < rounds; round++) {
      const measured = values.map((): number[] => []);
      for (let block = 0; block < blocks; block++) {
        for (const arm of random.shuffle([...values.keys()])) {
          measured[arm]?.push(100 * Math.exp(lnSpeed + 0.03 * random.normal()));
          lnSpeed = correlation * lnSpeed + Math.sqrt(1 - correlation ** 2) * 0.12 * random.normal();
        }
      }
      measured.forEach((of, arm) => {
        values[arm]?.push(summary(of));
      });
    }
    return values;
  };

import type { Runs } from './experiments.ts';

/**
 * Windows of a second, each of one arm, in a new order in every block. Outside a burst, a new one begins with
 * probability 0.02 and covers 6 % of all windows. It takes 30 to 50 % off three windows in a row, whichever arm they
 * belong to. The process of a round deviates by 1.5 % at random, and each window by 3 %. Without bursts the log ratio
 * scatters by 3 %.
 *
 * @param summary from the blocks of a round to its value
 */
export function bursts(summary: (blocks: readonly number[]) => number, blocks = 4, start = 0.02): Runs {
  return (random, rounds, arms) => {
    const values = Array.from({ length: arms }, (): number[] => []);
    let burst = { left: 0, speed: 1 };
    const window = (luck: number) => {
      if (burst.left === 0 && random.next() < start) burst = { left: 3, speed: 0.7 - 0.2 * random.next() };
      const speed = burst.left > 0 ? burst.speed : 1;
      if (burst.left > 0) burst.left--;
      return 100 * speed * Math.exp(luck + 0.03 * random.normal());
    };
    for (let round = 0; round < rounds; round++) {
      const lucks = values.map(() => 0.015 * random.normal());
      const measured = values.map((): number[] => []);
      for (let block = 0; block < blocks; block++) {
        for (const arm of random.shuffle([...values.keys()])) {
          measured[arm]?.push(window(lucks[arm] as number));
        }
      }
      measured.forEach((of, arm) => {
        values[arm]?.push(summary(of));
      });
    }
    return values;
  };
}

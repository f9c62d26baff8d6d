import { seededRandom } from '@cpu-bound/stats/random';

/**
 * The order of the subjects in each of a round's blocks: random, and balanced over the blocks. Each block begins one
 * further in a shuffled circle, every other one in the opposite direction, so that no contestant always follows the same one.
 */
export function blockOrders(subjects: readonly string[], blocks: number, seed: string): string[][] {
  const circle = seededRandom(seed).shuffle(subjects);
  return Array.from({ length: blocks }, (_, block) => {
    const step = block % 2 === 0 ? 1 : circle.length - 1;
    return circle.map((_, place) => circle[(block + place * step) % circle.length] ?? '');
  });
}

import { seededRandom } from '@cpu-bound/stats/random';

/**
 * Orders the subjects in each of a round's blocks: at random, and balanced over the blocks. Each block begins one
 * position further in a shuffled circle. Every second block has the opposite direction, so that no contestant always
 * follows the same one.
 */
export function blockOrders(subjects: readonly string[], blocks: number, seed: string): string[][] {
  const circle = seededRandom(seed).shuffle(subjects);
  return Array.from({ length: blocks }, (_, block) => {
    const step = block % 2 === 0 ? 1 : circle.length - 1;
    return circle.map((_, place) => circle[(block + place * step) % circle.length] ?? '');
  });
}

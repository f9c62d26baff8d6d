import { type Arm, allPairs, compareThese } from './compare-pairs.ts';
import { type Components, componentsOf, type Table } from './components.ts';
import { LOOKS } from './looks.ts';
import { type Random, seededRandom } from './random.ts';

/** The differences that runs find, by simulation of runs that scatter as measured ones did. */

/** A run to simulate: its scatter, and the number of blocks of each of its rounds. */
export type RunLike = { readonly components: Components; readonly blocks: readonly number[] };

/**
 * Returns what to simulate for runs like these: the scatter of all, and the rounds and blocks of the first.
 *
 * @param runs the tables of the rounds of each run
 * @returns undefined if no run has two rounds, of which nothing is known
 */
export function runLike(runs: readonly (readonly Table[])[]): RunLike | undefined {
  const several = runs.filter((tables) => tables.length > 1);
  const [like] = several;
  return like && { components: componentsOf(several), blocks: like.map(([first = []]) => first.length) };
}

/** Draws the value of a contestant in each block; equal ones differ by their scatter alone. */
export function drawArm(id: string, { components, blocks }: RunLike, random: Random, scale = 1): Arm {
  const drawn = (deviations: readonly number[]) => deviations[random.below(deviations.length)] as number;
  const values = blocks.map((count, round) => {
    const ofRound = drawn(components.rounds);
    const value = () => scale * Math.exp(ofRound + drawn(components.blocks));
    return [round, new Map(Array.from({ length: count }, (_, block) => [`${block}`, value()]))] as const;
  });
  return { id, values: new Map(values) };
}

/**
 * Simulates runs of equal contestants, and returns for each the smallest true ratio that it would show to be above 1, in
 * ascending order. An interval moves with the ratio, so it excludes 1 beyond its own upper end.
 *
 * @param family the number of pairs that the run judges at once
 * @returns empty if the rounds are too few for a look
 */
export function smallestFound(
  run: RunLike,
  { family, seed, simulated }: { readonly family: number; readonly seed: string; readonly simulated: number },
): number[] {
  const random = seededRandom(seed);
  const options = { margin: 0.05, higherIsBetter: true, looks: LOOKS, family };
  return Array.from({ length: simulated }, () => {
    const arms = [drawArm('one', run, random), drawArm('other', run, random)];
    return compareThese(allPairs(arms), options);
  })
    .flatMap(([pair]) => (pair && !pair.ratio.indicative ? [pair.ratio.high] : []))
    .sort((a, b) => a - b);
}

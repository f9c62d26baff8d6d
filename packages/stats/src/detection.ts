import { type Arm, allPairs, compareThese } from './compare-pairs.ts';
import { LOOKS } from './looks.ts';
import { mean } from './moments.ts';
import { type Random, seededRandom } from './random.ts';

/** Logarithms of a metric: for each contestant, one value for each block of a round, or for each round of a run. */
export type Table = readonly (readonly number[])[];

/** The values of a contestant, by round and block. */
export type BlockValues = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Returns the logarithms of the values in each round, from the blocks that all contestants have. */
export function tablesOf(arms: readonly BlockValues[]): Table[] {
  const [first = {}] = arms;
  return Object.keys(first).flatMap((round) => {
    const inRound = arms.map((arm) => arm[round] ?? {});
    const blocks = Object.keys(first[round] ?? {}).filter((block) =>
      inRound.every((arm) => arm[block] !== undefined),
    );
    const table = inRound.map((arm) => blocks.map((block) => Math.log(arm[block] as number)));
    return blocks.length > 0 ? [table] : [];
  });
}

/**
 * The scatter by which equal contestants differ, as deviations of ln(value) around 0. What a round or a block does to all
 * contestants alike is no part of it, because it leaves their ratios as they are.
 */
export type Components = {
  /** From round to round: a round has fresh processes. */
  readonly rounds: readonly number[];
  /** From block to block of a round. */
  readonly blocks: readonly number[];
};

/**
 * Estimates the variance components of some runs by an analysis of variance: contestants crossed with rounds, and with
 * the blocks of each round (Searle, Casella & McCulloch, Variance Components, 1992, §4.3). The observed deviations are
 * scaled to these variances, and keep their shape: a burst is no normal deviation (Carpenter, Goldstein & Rasbash,
 * Applied Statistics 52, 2003).
 *
 * @param runs the tables of the rounds of each run; a run has the same contestants in all of them
 */
export function componentsOf(runs: readonly (readonly Table[])[]): Components {
  const blocks = interactions(runs.flat());
  const rounds = interactions(runs.map((tables) => transposed(tables.map((table) => table.map(mean)))));
  // The mean of a round scatters by its blocks, too. If by less than they do, both show the scatter of blocks.
  const share = mean(runs.flat().map(([first = []]) => 1 / first.length));
  const between = rounds.variance - blocks.variance * share;
  const pooled =
    (blocks.freedom * blocks.variance + (rounds.freedom * rounds.variance) / share) /
    (blocks.freedom + rounds.freedom);
  return {
    rounds: scaled(rounds.deviations, Math.max(0, between)),
    blocks: scaled(blocks.deviations, between < 0 ? pooled : blocks.variance),
  };
}

/** Computes the residuals that rows and columns of some tables leave, their degrees of freedom, and their variance. */
function interactions(tables: readonly Table[]) {
  const deviations = tables.flatMap((table) => {
    const columns = transposed(table).map(mean);
    return table.flatMap((row) =>
      row.map((value, column) => value - mean(row) - (columns[column] as number) + mean(columns)),
    );
  });
  const freedom = tables.reduce((sum, { length, 0: row = [] }) => sum + (length - 1) * (row.length - 1), 0);
  return { deviations, freedom, variance: squares(deviations) / Math.max(1, freedom) };
}

/** Scales deviations to a variance. */
function scaled(deviations: readonly number[], variance: number): number[] {
  const now = squares(deviations) / deviations.length;
  const factor = now > 0 ? Math.sqrt(variance / now) : 0;
  return deviations.map((deviation) => deviation * factor);
}

const squares = (values: readonly number[]) => values.reduce((sum, value) => sum + value ** 2, 0);

const transposed = (table: Table): number[][] =>
  (table[0] ?? []).map((_, column) => table.map((row) => row[column] as number));

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

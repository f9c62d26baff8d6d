import { mean } from './moments.ts';

/** The variance of a value between the blocks of one round, and between rounds, in the square of its unit. */
export type VarianceComponents = { readonly betweenBlocks: number; readonly betweenRounds: number };

/**
 * Splits the variance of a value by analysis of variance, for rounds with different numbers of blocks (Searle, Variance
 * Components, 1992).
 *
 * @returns undefined if no round has two blocks, or if there is one round
 */
export function varianceComponents(rounds: readonly (readonly number[])[]): VarianceComponents | undefined {
  const filled = rounds.filter((blocks) => blocks.length > 0);
  const count = filled.reduce((sum, blocks) => sum + blocks.length, 0);
  if (filled.length < 2 || count === filled.length) return undefined;
  const centre = mean(filled.flat());
  const squares = (values: readonly number[], around: number) =>
    values.reduce((sum, value) => sum + (value - around) ** 2, 0);
  const within = filled.reduce((sum, blocks) => sum + squares(blocks, mean(blocks)), 0);
  const between = filled.reduce((sum, blocks) => sum + blocks.length * (mean(blocks) - centre) ** 2, 0);
  const betweenBlocks = within / (count - filled.length);
  const usualSize =
    (count - filled.reduce((sum, { length }) => sum + length ** 2, 0) / count) / (filled.length - 1);
  const betweenRounds = (between / (filled.length - 1) - betweenBlocks) / usualSize;
  return { betweenBlocks, betweenRounds: Math.max(0, betweenRounds) };
}

/** As many blocks again must narrow an interval by this part to be worth their time. */
const WORTH = 0.05;

/**
 * Computes how many blocks a round is worth: with twice as many, its value would scatter less by under 5 %. The variance
 * of a round's value is that between rounds, plus that between blocks ÷ their number.
 */
export function blocksWorth({ betweenBlocks, betweenRounds }: VarianceComponents, most: number): number {
  const scatter = (blocks: number) => Math.sqrt(betweenRounds + betweenBlocks / blocks);
  let blocks = 1;
  while (blocks < most && scatter(2 * blocks) < (1 - WORTH) * scatter(blocks)) blocks++;
  return blocks;
}

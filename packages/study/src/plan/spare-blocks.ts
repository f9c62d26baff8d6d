import type { Block, Seconds, Trial } from '../model.ts';
import { expectedOfBlock } from './expect.ts';

/** Returns a trial with this many of its spare blocks. */
export const withSpares = (trial: Trial, spares: number): Trial => ({
  ...trial,
  blocks: trial.blocks.filter(({ spare = 0 }) => spare <= spares),
});

export const sparesOf = ({ blocks }: Trial): Block[] => blocks.filter(({ spare }) => spare !== undefined);

/**
 * Shares the time that the plan leaves over equally among the rounds to come, and returns how many spare blocks the next
 * one gets (docs/adr/0050).
 *
 * @param fitting the trials that are still run; the next one is the first
 * @param unspent the time that they leave over without spare blocks
 * @param paceFactor the seconds that one second of the plan takes here
 */
export function sparesThatFit(
  [next, ...later]: readonly Trial[],
  unspent: Seconds,
  paceFactor: number,
): number {
  const [spare] = next ? sparesOf(next) : [];
  if (!next || !spare || !(unspent > 0)) return 0;
  const rounds = [next, ...later].filter((trial) => sparesOf(trial).length > 0).length;
  const each = paceFactor * expectedOfBlock(spare);
  return Math.min(sparesOf(next).length, Math.floor(unspent / rounds / each));
}

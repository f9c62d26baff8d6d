import type { Milliseconds } from '../../model.ts';

/** The passes that must not be faster. The optimising compiler works on threads of its own, so one may wait for it. */
const STEADY_PASSES = 4;
const FASTER = 0.9;

/** Tells whether a function is warm: its last passes (ms a task) are not faster by a tenth than all before. */
export function isWarm(passMs: readonly Milliseconds[]): boolean {
  const before = passMs.slice(0, -STEADY_PASSES);
  return before.length > 0 && Math.min(...passMs.slice(-STEADY_PASSES)) >= FASTER * Math.min(...before);
}

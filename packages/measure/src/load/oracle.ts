import type { DataObject, Workload } from '@cpu-bound/workload';
import type { Milliseconds } from '../model.ts';

/**
 * The oracle may take this share of the time that passes. With more, the window would measure a generator that waits
 * for its oracle.
 */
const MOST_SHARE = 0.05;
/**
 * The time that checks may use in advance. So a fast oracle checks every answer, even in bursts, and any oracle
 * checks the first.
 */
const AHEAD_MS: Milliseconds = 20;

/** Asks the oracle. An answer that it cannot read is wrong. */
export function isAccepted(workload: Workload, input: DataObject, output: DataObject): boolean {
  try {
    return workload.verify(input, output);
  } catch {
    return false;
  }
}

/**
 * Asks the oracle about answers to one input that differ from those before. A fast oracle checks each of them, a slow
 * one a sample.
 *
 * @param now the clock, in milliseconds
 * @param spent the clock of the oracle's cost: CPU time, so that no answer goes unchecked because the machine stalled
 * @returns undefined for an answer that is not in the sample
 */
export function sparingOracle(
  workload: Workload,
  input: DataObject,
  now: () => Milliseconds,
  spent: () => Milliseconds = now,
): (output: DataObject) => boolean | undefined {
  let credit = AHEAD_MS;
  let last = now();
  return (output) => {
    const began = now();
    credit = Math.min(AHEAD_MS, credit + (began - last) * MOST_SHARE);
    last = began;
    if (credit <= 0) return undefined;
    const before = spent();
    const accepted = isAccepted(workload, input, output);
    credit -= spent() - before;
    return accepted;
  };
}

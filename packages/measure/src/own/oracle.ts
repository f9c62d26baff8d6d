import type { DataObject, Output, Workload } from '@cpu-bound/workload';
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
export function isAccepted(workload: Workload, input: DataObject, output: Output): boolean {
  try {
    return workload.verify(input, output);
  } catch {
    return false;
  }
}

/**
 * Judges an answer. The result is undefined for an answer that is not in the sample of a slow oracle, and comes later
 * from an oracle in a process of its own.
 */
export type Oracle = (output: Output) => boolean | undefined | Promise<boolean | undefined>;

/** The time that an oracle may still take. It grows while time passes. */
class Allowance {
  readonly #now: () => Milliseconds;
  #ms = AHEAD_MS;
  #last: Milliseconds;

  constructor(now: () => Milliseconds) {
    this.#now = now;
    this.#last = now();
  }

  isLeft(): boolean {
    const now = this.#now();
    this.#ms = Math.min(AHEAD_MS, this.#ms + (now - this.#last) * MOST_SHARE);
    this.#last = now;
    return this.#ms > 0;
  }

  use(ms: Milliseconds): void {
    this.#ms -= ms;
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
  now: () => Milliseconds = () => performance.now(),
  spent: () => Milliseconds = now,
): (output: Output) => boolean | undefined {
  const allowance = new Allowance(now);
  return (output) => {
    if (!allowance.isLeft()) return undefined;
    const before = spent();
    const accepted = isAccepted(workload, input, output);
    allowance.use(spent() - before);
    return accepted;
  };
}

/** The judgement of an oracle elsewhere, and the CPU time that it took. */
export type Judgement = { readonly accepted: boolean; readonly spentMs: Milliseconds };

/** The cost of a judgement before the first is known, so that only a few are under way by then. */
const UNKNOWN_COST_MS: Milliseconds = AHEAD_MS / 4;

/** Asks an oracle in a process of its own in the same way: as often as its CPU time allows. */
export function sparingOracleElsewhere(judge: (output: Output) => Promise<Judgement>): Oracle {
  const allowance = new Allowance(() => performance.now());
  let expectedMs = UNKNOWN_COST_MS;
  return (output) => {
    if (!allowance.isLeft()) return undefined;
    const expected = expectedMs;
    allowance.use(expected);
    return judge(output).then(({ accepted, spentMs }) => {
      allowance.use(spentMs - expected);
      expectedMs = spentMs;
      return accepted;
    });
  };
}

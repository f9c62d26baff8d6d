import { isDeepStrictEqual } from 'node:util';
import { type DataObject, isAlike, type Output, type Query, type Workload } from '@cpu-bound/workload';
import { firstDifference } from '@cpu-bound/workload/inspected/values';
import { madeOnce } from '../model/made-once.ts';
import type { Milliseconds } from '../model.ts';
import type { ExamineTask } from '../workload/examine.ts';
import type { WorkloadData } from '../workload/load-watched.ts';

/** A question to the workload's own code. */
export type WorkloadQuestion =
  | { readonly do: 'describe' }
  /** The octets of their bodies: `number[] | RefusedQuery`. */
  | { readonly do: 'check'; readonly query: Query }
  /** The queries that are sent in place of this one: `SentQuery[]`. */
  | { readonly do: 'list'; readonly query: Query }
  /** Whether an answer is right: `Judgement`. */
  | { readonly do: 'judge'; readonly query: Query; readonly output: Output }
  /** The answer that a service gave before the load: `Output`. */
  | { readonly do: 'expect'; readonly query: Query }
  /** The SHA-256 of its files, or of those of the same workload in another checkout. */
  | { readonly do: 'digest'; readonly specifier: string };

/** The limits of an examination, which cross to another process. */
export type Limits = {
  readonly longest?: Milliseconds | undefined;
  readonly slow?: Milliseconds | undefined;
};

/** A task for the process of a workload. It asks its parent `Slow` about a step that takes long. */
export type WorkloadTask =
  | { readonly do: 'load'; readonly specifier: string; readonly from: string; readonly limits: Limits }
  | { readonly do: 'examine'; readonly task: ExamineTask; readonly limits: Limits }
  | {
      readonly do: 'ask';
      readonly specifier: string;
      readonly from: string;
      readonly question: WorkloadQuestion;
    };

export type Slow = { readonly slow: string };

/** The oracle's share of the time; with more, a window would measure a generator that waits for it. */
const MOST_SHARE = 0.05;
/** Checks may use this time in advance: a fast oracle checks each answer of a burst, any oracle the first. */
const AHEAD_MS: Milliseconds = 20;

/** Asks the oracle. An answer that it cannot read is wrong. */
export function isAccepted(workload: Workload, input: DataObject, output: Output): boolean {
  try {
    return workload.verify(input, output);
  } catch {
    return false;
  }
}

/** Judges an answer: undefined if it is not in a slow oracle's sample, later if it runs elsewhere. */
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

/** Makes the oracles of a workload whose code runs elsewhere. @param put asks the bench */
export function oraclesElsewhere(
  { isExpected, answersDiffer }: WorkloadData,
  put: <T>(question: WorkloadQuestion) => Promise<T>,
): (query: Query) => Oracle {
  if (!isExpected)
    return (query) => sparingOracleElsewhere((output) => put<Judgement>({ do: 'judge', query, output }));
  const answers = new Map<string, Promise<Output>>();
  const isRight = answersDiffer ? isAlike : isEqual;
  return (query) => async (output) =>
    isRight(
      await madeOnce(answers, JSON.stringify(query), () => put<Output>({ do: 'expect', query })),
      output,
    );
}

/** Compares two answers as they were read. Deep ones fill the stack of Node.js's own comparison. */
function isEqual(expected: Output, output: Output): boolean {
  try {
    return isDeepStrictEqual(expected, output);
  } catch {
    return firstDifference(expected, output) === undefined;
  }
}

/** Asks an oracle in a process of its own in the same way: as often as its CPU time allows. */
function sparingOracleElsewhere(judge: (output: Output) => Promise<Judgement>): Oracle {
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

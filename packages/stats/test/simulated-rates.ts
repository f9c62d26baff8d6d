import { mean, standardDeviation } from '../src/moments.ts';
import { type Random, seededRandom } from '../src/random.ts';

/**
 * A saturated service whose true rate is known, seen through a window. Times are in task lengths: a mean task is 1.
 */
export type RateCell = {
  readonly workers: number;
  /** The coefficient of variation of a task's length: lognormal, 0 for tasks of one length. */
  readonly cv: number;
  /** Every worker is stopped for as long as it works, in turns of this many tasks on average. */
  readonly stoppedAfter?: number;
  /** The process answers under a new name after this many answers. */
  readonly renamesAfter?: number;
  /** The window is this many mean tasks long. */
  readonly length: number;
  /** The lead-in is longer by a random part of a task, so that a window begins anywhere in one. */
  readonly anyPhase: boolean;
};

/** An answer, as a client of a closed loop with two connections for each worker sees it. */
type Answer = { readonly at: number; readonly sentAt: number; readonly name: string };

/** Answers per task length, over a time that has no end. */
export const trueRate = ({ workers, stoppedAfter }: RateCell): number =>
  stoppedAfter === undefined ? workers : workers / 2;

const LEAD_IN = 10;
/** Of a window of 0.4 s and tasks of 20 ms: answers less than a tenth of a task apart came together. */
const TOGETHER = 0.1;

function answersOf(
  { workers, cv, stoppedAfter, renamesAfter = Infinity }: RateCell,
  until: number,
  random: Random,
) {
  const sigma = Math.sqrt(Math.log(1 + cv * cv));
  const task = () => Math.exp(sigma * random.normal() - (sigma * sigma) / 2);
  return Array.from({ length: workers }, (_, worker) => {
    const answers: Answer[] = [];
    let now = 0;
    let untilStop = stoppedAfter === undefined ? Infinity : random.exponential(stoppedAfter);
    for (let previous = [0, 0]; now < until; ) {
      let left = task();
      while (left > untilStop) {
        now += untilStop + random.exponential(stoppedAfter ?? 0);
        left -= untilStop;
        untilStop = random.exponential(stoppedAfter ?? 0);
      }
      now += left;
      untilStop -= left;
      const name = `${worker}/${Math.floor(answers.length / renamesAfter)}`;
      answers.push({ at: now, sentAt: previous[0] ?? 0, name });
      previous = [previous[1] ?? 0, now];
    }
    return answers;
  }).flat();
}

type Window = { readonly from: number; readonly to: number };
type Estimator = (answers: readonly Answer[], window: Window) => number;

const inside = (answers: readonly Answer[], { from, to }: Window) =>
  answers.filter(({ at }) => at >= from && at < to).toSorted((a, b) => a.at - b.at);

/** The candidates of docs/adr/0049. */
export const estimators = {
  /** Answers ÷ time. */
  count: (answers, window) => inside(answers, window).length / (window.to - window.from),
  /** For each worker that the service names, from its first answer to its last. */
  byWorker: (answers, window) => {
    const names = Map.groupBy(inside(answers, window), ({ name }) => name);
    return [...names.values()].reduce((sum, own) => {
      const [first, last] = [own[0]?.at ?? 0, own.at(-1)?.at ?? 0];
      const after = own.filter(({ at }) => at - first > TOGETHER).length;
      return sum + (after > 1 ? after / (last - first) : own.length / (window.to - window.from));
    }, 0);
  },
  /** From the first answer to the last, of all workers together. */
  span: (answers, window) => {
    const own = inside(answers, window);
    return (own.length - 1) / ((own.at(-1)?.at ?? 0) - (own[0]?.at ?? 0));
  },
  /** Each answer counts with the part of its wait that lies in the window. It needs the answers after the window. */
  parts: (answers, { from, to }) =>
    answers.reduce((sum, { at, sentAt }) => {
      const overlap = Math.min(at, to) - Math.max(sentAt, from);
      return sum + Math.max(0, overlap) / (at - sentAt);
    }, 0) /
    (to - from),
} as const satisfies Record<string, Estimator>;

/** The bias and the spread of a window's rate, as parts of the true rate. */
export function errorsOf(cell: RateCell, estimator: keyof typeof estimators, windows: number) {
  const rates = Array.from({ length: windows }, (_, index) => {
    const random = seededRandom(`${JSON.stringify(cell)}/${index}`);
    const from = LEAD_IN + (cell.anyPhase ? random.next() : 0);
    const to = from + cell.length;
    return estimators[estimator](answersOf(cell, to + 8, random), { from, to }) / trueRate(cell);
  });
  return { bias: mean(rates) - 1, spread: standardDeviation(rates) };
}

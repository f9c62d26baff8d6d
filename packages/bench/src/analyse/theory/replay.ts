import type { Milliseconds } from '../../model.ts';
import { mean } from '../../stats/moments.ts';
import { quantile, sortedCopy } from '../../stats/quantile.ts';
import type { Random } from '../../stats/random.ts';

/** A request that was answered: when it was due and when it ended, from the start of the window, and what was computed. */
export type Task = {
  readonly due: Milliseconds;
  readonly end: Milliseconds;
  readonly computeMs: Milliseconds;
  readonly worker: number;
};

/** How long a task takes that a server begins at a time: one for each server. */
export type Speeds = readonly ((at: Milliseconds) => Milliseconds)[];

/** So short that a burst of a neighbour is told from what is before and after it, so long that one task is not a stretch. */
const STRETCH_MS = 250;

const stretchOf = (at: Milliseconds) => Math.floor(at / STRETCH_MS);

/** Mean compute time of each stretch of time in which a worker did something, by its number, in order. */
type Stretches = ReadonlyMap<number, Milliseconds>;

/** One for each worker, by its number. */
export function stretchesOf(tasks: readonly Task[]): Stretches[] {
  const workers = [...Map.groupBy(tasks, ({ worker }) => worker)].sort(([a], [b]) => a - b);
  return workers.map(([, own]) => {
    const done = Map.groupBy(own, ({ end, computeMs }) => stretchOf(end - computeMs / 2));
    const means = [...done].map(([at, of]) => [at, mean(of.map(({ computeMs }) => computeMs))] as const);
    return new Map(means.sort(([a], [b]) => a - b));
  });
}

/** What a task took in the median of all stretches of all workers. */
export const usualOf = (workers: readonly Stretches[]): Milliseconds =>
  quantile(sortedCopy(workers.flatMap((stretches) => [...stretches.values()])), 0.5);

/** What a task of that worker took in the stretch of that time; in one without, in the last before it. */
export function speedOf(stretches: Stretches): Speeds[number] {
  const [first = 0, last = 0] = [[...stretches.keys()][0], [...stretches.keys()].at(-1)];
  const filled: Milliseconds[] = [];
  for (let at = first; at <= last; at++) filled.push(stretches.get(at) ?? (filled.at(-1) as Milliseconds));
  return (at) => filled[Math.max(0, Math.min(filled.length - 1, stretchOf(at) - first))] as Milliseconds;
}

/** What came to the servers. */
export type Arrivals = {
  /** Ascending, from the start of the window; its lead-in came before. */
  readonly due: Float64Array;
  /** The server of each, where it was dealt out before it was seen which of them is free first. */
  readonly dealt?: readonly number[];
};

/** From when each arrival is due until it is done; first come, first served. */
export function sojournsOf({ due, dealt }: Arrivals, speeds: Speeds): Float64Array {
  const free = speeds.map(() => Number.NEGATIVE_INFINITY);
  return due.map((at, index) => {
    const server = dealt ? (dealt[index] as number) : free.indexOf(Math.min(...free));
    const begin = Math.max(at, free[server] as number);
    free[server] = begin + (speeds[server] as Speeds[number])(begin);
    return free[server] - at;
  });
}

/** Sojourn times of those that came in the window, ascending. */
export function replayOf(arrivals: Arrivals, speeds: Speeds): Float64Array {
  return sojournsOf(arrivals, speeds)
    .filter((_, index) => (arrivals.due[index] as number) >= 0)
    .sort();
}

/** So many that chance, 15 to 20 % of the p99 of one of them, is less than 3 %. */
const STEADY_WINDOWS = 50;
/** Tasks of a tenth of a millisecond come in tens of thousands: fewer windows of them tell as much, and take as long. */
const STEADY_ARRIVALS = 100_000;
const FEWEST_WINDOWS = 5;
/** So many in a row stay as they were dealt out: how even that is belongs to the contestant. */
const DEALT_IN_A_ROW = 50;

/**
 * What windows like this one have at a steady speed: as many arrivals at other instants (of a Poisson process, given its
 * count), dealt out in the same way, though in another order: a worker that was slow for a while was dealt fewer then.
 *
 * @param steady.taskMs how long every task takes of its server
 * @param steady.utilisation of the servers
 * @returns sojourn times of all of them, ascending
 */
export function steadyOf(
  { due, dealt }: Arrivals,
  steady: { readonly servers: number; readonly taskMs: Milliseconds; readonly utilisation: number },
  random: Random,
): Float64Array {
  const speeds = Array.from({ length: steady.servers }, () => () => steady.taskMs);
  const span = (due.length * steady.taskMs) / (steady.servers * steady.utilisation);
  const leadIn = due.filter((at) => at < 0).length;
  const measured = due.length - leadIn;
  const rows = dealt && inRows(dealt);
  const enough = Math.max(FEWEST_WINDOWS, Math.ceil(STEADY_ARRIVALS / due.length));
  const windows = Math.min(STEADY_WINDOWS, enough);
  const all = new Float64Array(windows * measured);
  for (let window = 0; window < windows; window++) {
    const other = {
      due: due.map(() => span * random.next()).sort(),
      ...(rows && { dealt: random.shuffle(rows).flat() }),
    };
    all.set(sojournsOf(other, speeds).subarray(leadIn), window * measured);
  }
  return all.sort();
}

const inRows = (dealt: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(dealt.length / DEALT_IN_A_ROW) }, (_, row) =>
    dealt.slice(row * DEALT_IN_A_ROW, (row + 1) * DEALT_IN_A_ROW),
  );

import type { Milliseconds } from '../../model.ts';
import { mean } from '../../stats/moments.ts';
import { quantile, sortedCopy } from '../../stats/quantile.ts';
import { type Random, seededRandom } from '../../stats/random.ts';
import type { Model } from './stations.ts';

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

/** One for each worker. */
export function stretchesOf(tasks: readonly Task[]): Stretches[] {
  return [...Map.groupBy(tasks, ({ worker }) => worker).values()].map((own) => {
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

/**
 * From when each arrival is due until it is done: first come, first served at whichever server is free first, or, with
 * pinned queues, at one that is drawn.
 *
 * @param due ascending
 */
export function sojournsOf(due: Float64Array, model: Model, speeds: Speeds, random: Random): Float64Array {
  const free = speeds.map(() => Number.NEGATIVE_INFINITY);
  return due.map((at) => {
    const server = model === 'pinned queues' ? random.below(free.length) : free.indexOf(Math.min(...free));
    const begin = Math.max(at, free[server] as number);
    free[server] = begin + (speeds[server] as Speeds[number])(begin);
    return free[server] - at;
  });
}

const ARRIVALS = 400_000;
/** Utilisations are simulated in steps of it, and told between two steps by both. */
const STEP = 0.05;
const MOST = 0.95;
const simulated = new Map<string, Float64Array>();

/**
 * A quantile of the sojourn time of Poisson arrivals at servers that all take as long for every task, in service times.
 *
 * @param utilisation of the servers; beyond 0.95 it is that of 0.95
 */
export function steadySojourn(model: Model, servers: number, utilisation: number, p: number): number {
  const step = Math.min(utilisation, MOST) / STEP;
  const [below, above] = [Math.floor(step + 1e-9), Math.ceil(step - 1e-9)].map((at) =>
    quantile(simulatedAt(model, servers, at), p),
  ) as [number, number];
  return below + (step - Math.floor(step + 1e-9)) * (above - below);
}

function simulatedAt(model: Model, servers: number, step: number): Float64Array {
  const key = `${model}/${servers}/${step}`;
  const known = simulated.get(key);
  if (known) return known;
  const random = seededRandom(key);
  const gap = 1 / (Math.max(step, 0.1) * STEP * servers);
  let at = 0;
  const due = new Float64Array(ARRIVALS).map(() => {
    at += random.exponential(gap);
    return at;
  });
  const sojourns = sojournsOf(
    due,
    model,
    Array.from({ length: servers }, () => () => 1),
    random,
  ).sort();
  simulated.set(key, sojourns);
  return sojourns;
}

import type { Milliseconds } from '../../model.ts';
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

/** So short that a burst of a neighbour is told from what is before and after it, and long enough for a few tasks. */
const STRETCH_MS = 250;

/** What a task took on each worker in each stretch of time: the median of those that it did in it. */
export function speedsOf(tasks: readonly Task[]): Speeds {
  const byWorker = Map.groupBy(tasks, ({ worker }) => worker);
  return [...byWorker.values()].map((own) => {
    const stretches = Map.groupBy(own, ({ end, computeMs }) => stretchOf(end - computeMs / 2));
    const first = Math.min(...stretches.keys());
    const medians: Milliseconds[] = [];
    for (let stretch = first; stretch <= Math.max(...stretches.keys()); stretch++) {
      const done = stretches.get(stretch);
      const before = medians.at(-1) ?? 0;
      medians.push(done ? medianOf(done) : before);
    }
    return (at) => medians[Math.max(0, Math.min(medians.length - 1, stretchOf(at) - first))] as Milliseconds;
  });
}

const stretchOf = (at: Milliseconds) => Math.floor(at / STRETCH_MS);

export const medianOf = (tasks: readonly Task[]): Milliseconds =>
  quantile(sortedCopy(tasks.map(({ computeMs }) => computeMs)), 0.5);

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

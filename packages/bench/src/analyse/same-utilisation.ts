import { busyWith, isSteadyLoad, type Milliseconds, type WindowResult } from '../model.ts';
import { quantile } from '../stats/quantile.ts';
import { seededRandom } from '../stats/random.ts';
import type { Asked, Observation } from './observations.ts';
import { busyAtSaturation, slowestOf } from './saturation.ts';
import {
  type Arrivals,
  replayOf,
  type Speeds,
  speedOf,
  steadyOf,
  stretchesOf,
  type Task,
  usualOf,
} from './theory/replay.ts';
import { modelOf } from './theory/stations.ts';

type Given = Pick<Asked, 'run' | 'observations' | 'samples' | 'saturation'>;

/** The work of a window, as its model sees it. */
type Work = {
  readonly arrivals: Arrivals;
  /** What a task takes of a server, computing and all else: of each server, and usually. */
  readonly speeds: Speeds;
  readonly taskMs: Milliseconds;
  /** At the usual speed. */
  readonly utilisation: number;
};

/** A window as it was, and the utilisation that it was asked for. */
type Target = Work & { readonly asked: number; readonly timeoutMs: Milliseconds };

/**
 * The samples of open loops as they would be on a machine that is as fast all the time, at the utilisation that was
 * asked for: a load of 80 % of a capacity is 70 or 90 % of what a machine can do in the five seconds of a window, if its
 * speed changes by a tenth, and an overload while a neighbour has one of its cores.
 *
 * How fast each worker was is in its answers. The window's own arrivals are replayed in the contestant's queueing model
 * at these speeds, and windows like it at a steady speed and the utilisation asked for. Each latency is
 * multiplied by the ratio of the two at its rank: what the model leaves out, it leaves out of both.
 * What is not a load below saturation on the headline's input stays as it is.
 *
 * @param given.observations with those of the slowest contestant among them
 * @returns latencies in milliseconds, by file name
 */
export function atSameUtilisation(given: Given): (file: string) => Float32Array {
  const targets = new Map<string, Target>();
  for (const observation of given.observations) {
    const { open } = observation.result;
    const target = open && targetOf(observation, open, given);
    if (target) targets.set(open.samples, target);
  }
  const taken = new Map<string, Float32Array>();
  return (file) => {
    const known = taken.get(file);
    if (known) return known;
    const target = targets.get(file);
    const samples = given.samples(file);
    const found = target ? takenTo(target, samples, `${given.run.seed}/${file}`) : samples;
    taken.set(file, found);
    return found;
  };
}

/** With a busier one, a window of five seconds is no equilibrium. */
const MOST_BUSY = 0.95;

/** A request without an answer stays so. */
function takenTo(target: Target, samples: Float32Array, seed: string): Float32Array {
  const { arrivals, speeds, taskMs, asked, timeoutMs } = target;
  const replayed = replayOf(arrivals, speeds);
  const utilisation = Math.min(asked, MOST_BUSY);
  const steady = steadyOf(arrivals, { servers: speeds.length, taskMs, utilisation }, seededRandom(seed));
  const found = Float32Array.from(samples);
  const order = [...samples.keys()].sort((a, b) => (samples[a] as number) - (samples[b] as number));
  order.forEach((index, rank) => {
    const latency = samples[index] as number;
    if (latency >= timeoutMs) return;
    const p = (rank + 0.5) / samples.length;
    found[index] = Math.min(timeoutMs, (latency * quantile(steady, p)) / quantile(replayed, p));
  });
  return found;
}

function targetOf(
  observation: Observation,
  open: NonNullable<WindowResult['open']>,
  given: Given,
): Target | undefined {
  const { load } = observation.window;
  if (load?.kind !== 'open' || !isSteadyLoad(load, given.run.headline)) return undefined;
  const work = workOf(observation, given);
  const slowest = slowestOf(given.saturation, given.run.contestants);
  // What is the slowest, its twin too, has a share of its own.
  const isOwn = load.of === 'own' || observation.subject.contestant === slowest;
  const base = isOwn ? work : workOf(beside(observation, slowest, given), given);
  if (!work || !base) return undefined;
  // The requests per second that put the one whose capacity it is a share of at just that share.
  const asked = (work.utilisation * load.ofCapacity) / base.utilisation;
  return { ...work, asked, timeoutMs: open.timeoutMs };
}

function workOf(observation: Observation | undefined, { run, samples, saturation }: Given): Work | undefined {
  const open = observation?.result.open;
  const facts = run.subjects.find(({ id }) => id === observation?.subject.contestant);
  const busy = observation && busyAtSaturation(observation, saturation);
  if (!open?.tasks || !facts || !busy) return undefined;
  const tasks = tasksIn(samples(open.tasks));
  const workers = stretchesOf(tasks);
  const computeMs = tasks.length > 0 ? usualOf(workers) : 0;
  // A contestant of another language need not tell.
  if (computeMs === 0) return undefined;
  const model = modelOf(facts);
  const servers = model === 'one server' ? 1 : run.workers;
  const known = workers.map(speedOf);
  const due = Float64Array.from(tasks, ({ due }) => due);
  return {
    arrivals:
      model === 'pinned queues' ? { due, dealt: tasks.map(({ worker }) => worker % servers) } : { due },
    speeds: Array.from({ length: servers }, (_, server) => {
      const speed = known[server % known.length] as Speeds[number];
      return (at) => (speed(at) * servers) / busy;
    }),
    taskMs: (computeMs * servers) / busy,
    utilisation: busyWith({ perSecond: open.perSecond, computeMs }) / busy,
  };
}

/** Rows of due, end, compute time and worker. */
const tasksIn = (rows: Float32Array): Task[] =>
  Array.from({ length: rows.length / 4 }, (_, row) => {
    const [due = 0, end = 0, computeMs = 0, worker = 0] = rows.subarray(4 * row);
    return { due, end, computeMs, worker };
  });

/** What a contestant did in the same block. */
const beside = (
  { trial, block }: Observation,
  contestant: string | undefined,
  { observations }: Given,
): Observation | undefined =>
  observations.find(
    ({ subject, ...other }) =>
      other.trial === trial && other.block === block && !subject.twin && subject.contestant === contestant,
  );

import type { Milliseconds } from '../model.ts';
import type { Asked, Observation } from './observations.ts';
import { busyAtSaturation } from './saturation.ts';
import { type Arrivals, type Speeds, speedOf, stretchesOf, type Task, usualOf } from './theory/replay.ts';
import { modelOf } from './theory/stations.ts';

/** The work of an open loop's window, as the contestant's queueing model sees it. */
export type Work = {
  readonly arrivals: Arrivals;
  /** What a task takes of each server, computing and all else. */
  readonly speeds: Speeds;
  /** The same in the median stretch of the window. */
  readonly taskMs: Milliseconds;
  readonly perSecond: number;
};

/**
 * What came, and how fast each worker was, by what its answers tell.
 *
 * @returns undefined where they do not tell, or the process was never saturated
 */
export function workOf(
  observation: Observation,
  { run, samples, saturation }: Pick<Asked, 'run' | 'samples' | 'saturation'>,
): Work | undefined {
  const { open } = observation.result;
  const facts = run.subjects.find(({ id }) => id === observation.subject.contestant);
  const busy = busyAtSaturation(observation, saturation);
  if (!open?.tasks || !facts || !busy) return undefined;
  const tasks = tasksIn(samples(open.tasks));
  const workers = stretchesOf(tasks);
  const computeMs = tasks.length > 0 ? usualOf(workers) : 0;
  // A contestant of another language need not tell.
  if (computeMs === 0) return undefined;
  const model = modelOf(facts);
  const servers = model === 'one server' ? 1 : run.workers;
  const known = workers.map(speedOf);
  const due = Float64Array.from(tasks, (task) => task.due);
  const dealt = model === 'pinned queues' && { dealt: tasks.map(({ worker }) => worker % servers) };
  return {
    arrivals: { due, ...dealt },
    speeds: Array.from({ length: servers }, (_, server) => {
      const speed = known[server % known.length] as Speeds[number];
      return (at) => (speed(at) * servers) / busy;
    }),
    taskMs: (computeMs * servers) / busy,
    perSecond: open.perSecond,
  };
}

/** Rows of due, end, compute time and worker. */
const tasksIn = (rows: Float32Array): Task[] =>
  Array.from({ length: rows.length / 4 }, (_, row) => {
    const [due = 0, end = 0, computeMs = 0, worker = 0] = rows.subarray(4 * row);
    return { due, end, computeMs, worker };
  });

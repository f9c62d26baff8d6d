import { isSteadyLoad, type Milliseconds, type OpenLoad } from '../model.ts';
import { quantile } from '../stats/quantile.ts';
import { seededRandom } from '../stats/random.ts';
import type { Asked, Observation } from './observations.ts';
import { slowestOf } from './saturation.ts';
import { replayOf, steadyOf } from './theory/replay.ts';
import { usualTaskMs } from './usual-speed.ts';
import { type Work, workOf } from './window-work.ts';

type Given = Pick<Asked, 'run' | 'observations' | 'samples' | 'saturation'>;

/** A window below saturation, with the name of its samples. */
type Steady = {
  readonly file: string;
  readonly observation: Observation;
  readonly load: OpenLoad;
  /** Its load is a share of its own capacity. */
  readonly isOwn: boolean;
  readonly work: Work;
  readonly timeoutMs: Milliseconds;
};

/** A window as it was, and what it is taken to. */
type Target = Pick<Steady, 'work' | 'timeoutMs'> & {
  readonly taskMs: Milliseconds;
  /** Of the servers. */
  readonly utilisation: number;
};

/**
 * The samples of open loops as they would be on a machine that is as fast all the time, at the utilisation that was
 * asked for: a load of 80 % of a capacity is 70 or 90 % of what a machine can do in the five seconds of a window, if its
 * speed changes by a tenth, and an overload while a neighbour has one of its cores.
 *
 * How fast each worker was is in its answers. The window's own arrivals are replayed in the contestant's queueing model
 * at these speeds, and windows like it at the usual speed of the round and the utilisation asked for. Each latency is
 * multiplied by the ratio of the two at its rank: what the model leaves out, it leaves out of both.
 * What is not a load below saturation on the headline's input stays as it is.
 *
 * @param given.observations with those of the slowest contestant among them
 * @returns latencies in milliseconds, by file name
 */
export function atSameUtilisation(given: Given): (file: string) => Float32Array {
  const targets = targetsOf(steadyWindows(given));
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

/** A request without an answer stays so. */
function takenTo({ work, taskMs, utilisation, timeoutMs }: Target, samples: Float32Array, seed: string) {
  const replayed = replayOf(work.arrivals, work.speeds);
  const usual = { servers: work.speeds.length, taskMs, utilisation };
  const steady = steadyOf(work.arrivals, usual, seededRandom(seed));
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

function steadyWindows(given: Given): Steady[] {
  const slowest = slowestOf(given.saturation, given.run.contestants);
  return given.observations.flatMap((observation) => {
    const { load } = observation.window;
    const { open } = observation.result;
    if (load?.kind !== 'open' || !open || !isSteadyLoad(load, given.run.headline)) return [];
    const work = workOf(observation, given);
    // What is the slowest, its twin too, has a share of its own.
    const isOwn = load.of === 'own' || observation.subject.contestant === slowest;
    return work ? [{ file: open.samples, observation, load, isOwn, work, timeoutMs: open.timeoutMs }] : [];
  });
}

/** With a busier one, a window of five seconds is no equilibrium. */
const MOST_BUSY = 0.95;

function targetsOf(windows: readonly Steady[]): Map<string, Target> {
  const usual = usualTaskMs(
    windows.map(({ file, observation, load, isOwn, work }) => ({
      file,
      trial: observation.trial,
      process: observation.subject.name,
      load: `${load.ofCapacity} of ${isOwn ? 'own' : load.of}`,
      taskMs: work.taskMs,
    })),
  );
  const taskOf = ({ file }: Steady) => usual.get(file) as Milliseconds;
  const utilisationOf = (one: Steady) => (one.work.perSecond * taskOf(one)) / 1000 / one.work.speeds.length;
  return new Map(
    windows.flatMap((one): [string, Target][] => {
      const base = one.isOwn ? one : windows.find((other) => other.isOwn && isBeside(other, one));
      if (!base) return [];
      // The requests per second that put the one whose capacity it is a share of at just that share.
      const asked = (utilisationOf(one) * one.load.ofCapacity) / utilisationOf(base);
      const utilisation = Math.min(asked, MOST_BUSY);
      return [[one.file, { ...one, taskMs: taskOf(one), utilisation }]];
    }),
  );
}

/** Not a twin's, and of the same block. */
const isBeside = ({ observation: other }: Steady, { observation: one }: Steady) =>
  other.trial === one.trial && other.block === one.block && !other.subject.twin;

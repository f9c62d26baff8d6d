import { isSteadyLoad, type Milliseconds, type WindowResult } from '../model.ts';
import type { Asked, Observation } from './observations.ts';
import { realisedUtilisation, slowestOf } from './saturation.ts';
import { modelOf, predictedWait } from './theory/stations.ts';

/** What the samples of a window are taken to another utilisation with. */
type Shift = {
  readonly serviceMs: Milliseconds;
  /** Wait at the utilisation that was asked for ÷ wait at the one that it was. */
  readonly waits: number;
  readonly timeoutMs: Milliseconds;
};

type Given = Pick<Asked, 'run' | 'observations' | 'samples' | 'saturation'>;

/**
 * The samples of open loops as they would be at the utilisation that was asked for, in each window: a load of 80 % of
 * a capacity is 70 or 90 % of what a machine can do in the five seconds of a window, if its speed changes by a tenth,
 * and a wait at 90 % is twice that at 80 %.
 *
 * Of each latency what the task took stays, and the wait is multiplied by the ratio that the contestant's queueing
 * model has between the two utilisations. What is not a load below saturation on the headline's input stays as it is.
 *
 * @param given.observations with those of the slowest contestant among them
 * @returns latencies in milliseconds, by file name
 */
export function atSameUtilisation(given: Given): (file: string) => Float32Array {
  const shifts = new Map<string, Shift>();
  for (const observation of given.observations) {
    const { open } = observation.result;
    const shift = open && shiftOf(observation, open, given);
    if (shift) shifts.set(open.samples, shift);
  }
  return (file) => {
    const samples = given.samples(file);
    const shift = shifts.get(file);
    return shift ? samples.map((latency) => shifted(latency, shift)) : samples;
  };
}

/** A request without an answer stays so. */
function shifted(latency: Milliseconds, { serviceMs, waits, timeoutMs }: Shift): Milliseconds {
  if (latency >= timeoutMs) return latency;
  const served = Math.min(latency, serviceMs);
  return Math.min(timeoutMs, served + (latency - served) * waits);
}

function shiftOf(
  observation: Observation,
  open: NonNullable<WindowResult['open']>,
  given: Given,
): Shift | undefined {
  const { run, saturation } = given;
  const { load } = observation.window;
  if (load?.kind !== 'open' || !isSteadyLoad(load, run.headline)) return undefined;
  const was = realisedUtilisation(observation, saturation);
  const base = load.of === 'own' ? observation : slowestBeside(observation, given);
  const baseWas = base && realisedUtilisation(base, saturation);
  if (was === undefined || baseWas === undefined) return undefined;
  const facts = run.subjects.find(({ id }) => id === observation.subject.contestant);
  if (!facts) return undefined;
  const servers = modelOf(facts) === 'one server' ? 1 : run.workers;
  const serviceMs = open.computeMs;
  const highest = highestInEquilibrium(serviceMs / servers, open.seconds * 1000);
  const waitAt = (utilisation: number) =>
    predictedWait(facts, run.workers, {
      serviceMs,
      serviceCv2: 0,
      perSecond: (Math.min(utilisation, highest) * servers * 1000) / serviceMs,
    });
  // The requests per second that put the one whose capacity it is a share of at just that share.
  const [asked, had] = [waitAt((was * load.ofCapacity) / baseWas), waitAt(was)];
  const waits = asked !== undefined && had !== undefined ? asked / had : Number.NaN;
  return Number.isFinite(waits) ? { serviceMs, waits, timeoutMs: open.timeoutMs } : undefined;
}

/** Of the same block, whose capacity the load is a share of. */
function slowestBeside(
  { trial, block }: Observation,
  { run, observations, saturation }: Given,
): Observation | undefined {
  const slowest = slowestOf(saturation, run.contestants);
  return observations.find(
    ({ subject, ...other }) =>
      other.trial === trial && other.block === block && !subject.twin && subject.contestant === slowest,
  );
}

/**
 * Nearer to saturation a queue does not come to its usual length within the window: it takes S ÷ (1 − ρ)² to do so
 * (the time scale of heavy traffic; Abate & Whitt, Queueing Systems 2, 1987).
 */
const highestInEquilibrium = (serviceMs: Milliseconds, windowMs: Milliseconds): number =>
  1 - Math.sqrt(serviceMs / windowMs);

import type { Station } from '../analyse/theory/queueing.ts';
import type { Model } from '../analyse/theory/stations.ts';
import type { Milliseconds } from '../model.ts';
import { responseQuantile } from '../size/predict.ts';
import { simulateQueue } from './simulate.ts';

/** A strategy as far as it scales: how its requests queue, and what one worker does with one. */
export type Scaled = {
  readonly model: Model;
  /** Workers behind one queue where a machine has its own: those of the run. */
  readonly workersOfOne: number;
  readonly serviceMs: Milliseconds;
  readonly serviceCv2: number;
  /** Whether one queue serves the workers of all machines. */
  readonly isDistributed: boolean;
};

export type Point = {
  readonly workers: number;
  readonly perSecond: number;
  /** By the queueing model alone, and by simulating it. */
  readonly p99: Milliseconds;
  readonly simulated: Milliseconds;
};

export const WORKERS = [2, 10, 100, 1_000, 10_000] as const;
export const UTILISATION = 0.8;
/** More for more workers, so that each of them serves some. */
const ARRIVALS = 60_000;
const ARRIVALS_OF_EACH = 20;

/**
 * What so many workers do at the same utilisation, each as fast as those that were measured. Where the queue is one
 * for all it is simulated as that; where each machine or each process has its own, a balancer deals requests out at
 * random, and one of these queues stands for all (a Poisson process split at random is one again).
 */
export function scalingCurve(strategy: Scaled, seed: string): Point[] {
  const { model, workersOfOne, serviceMs, serviceCv2, isDistributed } = strategy;
  return WORKERS.map((workers) => {
    const behindOne = isDistributed
      ? workers
      : model === 'shared queue'
        ? Math.min(workers, workersOfOne)
        : 1;
    const perSecond = (UTILISATION * workers * 1000) / serviceMs;
    const share = (perSecond * behindOne) / workers;
    const station: Omit<Station, 'arrivalCv2'> = {
      servers: behindOne,
      serviceMs,
      serviceCv2,
      perSecond: share,
    };
    const arrivals = Math.max(ARRIVALS, ARRIVALS_OF_EACH * behindOne);
    return {
      workers,
      perSecond,
      p99:
        responseQuantile(
          { model: 'shared queue', workers: behindOne, serviceMs, serviceCv2, perSecond: share },
          0.99,
        ) ?? Number.NaN,
      simulated: simulateQueue(station, arrivals, `${seed}/${behindOne}`).p99,
    };
  });
}

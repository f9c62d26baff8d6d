import type { Milliseconds } from '../../model.ts';

/** A queueing station's parameters: servers, mean service time, and the squared variations of gaps and services. */
export type Station = {
  readonly servers: number;
  readonly serviceMs: Milliseconds;
  /** Arrivals per second. */
  readonly perSecond: number;
  /** 1 for Poisson arrivals. */
  readonly arrivalCv2: number;
  readonly serviceCv2: number;
};

/** Utilisation ρ = λ·E[S] ÷ servers; 1 and more is unstable. */
export const utilisationOf = ({ servers, serviceMs, perSecond }: Station): number =>
  (perSecond * serviceMs) / 1000 / servers;

/**
 * Erlang C, the probability that an arrival waits in M/M/n: C = B ÷ (1 − ρ(1 − B)), B the Erlang B of n servers at
 * a = nρ, the offered load in Erlang (Erlang 1917; Kleinrock, Queueing Systems I, §3.5 and 3.6).
 *
 * @throws RangeError for ρ ≥ 1, where every arrival waits for ever
 */
export function erlangC(servers: number, utilisation: number): number {
  if (!(utilisation >= 0 && utilisation < 1))
    throw new RangeError(`utilisation ${utilisation} is not in [0, 1)`);
  const offered = servers * utilisation;
  // Erlang B by its recursion 1/B(k) = 1 + k/(a·B(k − 1)), which neither overflows nor cancels, however many servers.
  let blocked = 1;
  for (let k = 1; k <= servers; k++) blocked = (offered * blocked) / (k + offered * blocked);
  return blocked / (1 - utilisation * (1 - blocked));
}

/**
 * Mean wait in a shared queue, M/G/n: E[W] ≈ C(n,a)·E[S] ÷ (n(1−ρ)) · (C_a² + C_s²)/2 (Allen–Cunneen; exact for
 * n = 1 with Poisson arrivals, where it is Pollaczek–Khinchine).
 *
 * @returns undefined where the queue is unstable
 */
export function sharedQueueWait(station: Station): Milliseconds | undefined {
  const { servers, serviceMs, arrivalCv2, serviceCv2 } = station;
  const utilisation = utilisationOf(station);
  if (utilisation >= 1) return undefined;
  const waits = erlangC(servers, utilisation);
  return ((waits * serviceMs) / (servers * (1 - utilisation))) * ((arrivalCv2 + serviceCv2) / 2);
}

/**
 * Mean wait for the rest of the task that runs, at one of n pinned workers: E[W] = ρE[S](1+C²)/2, which is what the first
 * class of a queue with non-preemptive priorities waits beside free requests of its own (Cobham 1954).
 *
 * @returns undefined where the queues behind that task are unstable
 */
export function runningTaskWait(station: Station): Milliseconds | undefined {
  const utilisation = utilisationOf(station);
  if (utilisation >= 1) return undefined;
  return (utilisation * station.serviceMs * (1 + station.serviceCv2)) / 2;
}

/**
 * Mean wait where connections, and so requests, are pinned to one of n workers: n separate M/G/1 queues, each
 * with a share of the arrivals (Pollaczek–Khinchine: E[W] = ρE[S](1+C²) ÷ (2(1−ρ))).
 *
 * @returns undefined where the queues are unstable
 */
export function pinnedQueuesWait(station: Station): Milliseconds | undefined {
  const { servers, perSecond } = station;
  return sharedQueueWait({ ...station, servers: 1, perSecond: perSecond / servers });
}

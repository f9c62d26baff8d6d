import { type OpenLoopResult, tooLate } from '../../model.ts';

/** The limits within which an open loop must stay; beyond them its window is void. */
export type GateLimits = {
  /** The most that the generator's event loop may be busy. */
  readonly utilisation: number;
  /** True if a request may have waited for a connection. */
  readonly waits: boolean;
  /** True if the median must not depend on the lateness of the generator. */
  readonly punctual: boolean;
};

/** The limits for a load whose latency is the result. */
export const loadLimits: GateLimits = { utilisation: 0.5, waits: false, punctual: true };

/**
 * The limits for a service that is harmed on purpose. They concern the generator alone, since such a service need not
 * be well. The results of such a window are counts, and times to a tenth of a second.
 */
export const disturbedLimits: GateLimits = { utilisation: 0.75, waits: true, punctual: false };

const LEAST_SENT = 0.99;
/** The share of a generator's ceiling that it sends at most: near the ceiling, requests leave late. */
export const MOST_OF_CEILING = 0.5;

/** Explains why the generator's own behaviour makes these latencies unusable; empty if it does not. */
export function failedGates(result: OpenLoopResult, limits: GateLimits): string[] {
  const { waits, punctual } = limits;
  const {
    p50,
    p50FromSent,
    socketWaits,
    utilisation,
    perSecond,
    seconds,
    accounting,
    generators = 1,
  } = result;
  const due = perSecond * seconds;
  const gates: [boolean, string][] = [
    [
      punctual && tooLate(p50, p50FromSent),
      `requests left late: the median is ${p50.toFixed(2)} ms from when they were due and ${p50FromSent.toFixed(2)} ms from when they left`,
    ],
    [accounting.sent < LEAST_SENT * due, `only ${accounting.sent} of ${Math.round(due)} requests were sent`],
    [socketWaits > 0 && !waits, `${socketWaits} requests waited for a connection`],
    [
      utilisation > limits.utilisation,
      `${generators === 1 ? 'the generator' : `the busiest of ${generators} generators`} was busy ${(utilisation * 100).toFixed(0)} % of the time`,
    ],
  ];
  return gates.filter(([failed]) => failed).map(([, reason]) => reason);
}

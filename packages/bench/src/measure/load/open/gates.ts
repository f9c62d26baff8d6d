import type { Milliseconds, OpenLoopResult } from '../../../model.ts';

/** What an open loop must keep to, or its cell is void. */
export type GateLimits = {
  /** A late request is late by at most this at p99, or by `lagOfMedian` of the median latency if that is more. */
  readonly lagMs: Milliseconds;
  readonly lagOfMedian: number;
  /** Requests per second that the generator can send; absent where it was not measured. */
  readonly ceiling?: number;
  /** The generator's event loop may be this busy. */
  readonly utilisation: number;
  /** Whether a request may have waited for a connection. */
  readonly waits: boolean;
};

/** For a load whose latency is the result. */
export const loadLimits = { lagMs: 1, lagOfMedian: 0.05, utilisation: 0.5, waits: false } as const;

/**
 * For the probe of a machine that is saturated on purpose, where nobody gets a core at once: its latency counts
 * from the intended time, so a late probe is never flattered.
 */
export const probeLimits = { ...loadLimits, lagMs: 10 } as const;

/**
 * For a service that is hurt on purpose: what the generator itself must keep to, and nothing that depends on the
 * service being well. What is read off such a window are counts, and times of a tenth of a second.
 */
export const disturbedLimits = { lagMs: 10, lagOfMedian: 0, utilisation: 0.75, waits: true } as const;

const LEAST_SENT = 0.99;
export const MOST_OF_CEILING = 0.5;

/** Why the generator's own behaviour makes these latencies unusable; empty where it does not. */
export function failedGates(result: OpenLoopResult, limits: GateLimits): string[] {
  const { lagMs, lagOfMedian, ceiling, waits } = limits;
  const { sendLagP99, p50, socketWaits, utilisation, perSecond, seconds, accounting } = result;
  const mostLag = Math.max(lagMs, lagOfMedian * p50);
  const due = perSecond * seconds;
  const gates: [boolean, string][] = [
    [
      sendLagP99 > mostLag,
      `requests left late: p99 ${sendLagP99.toFixed(2)} ms, at most ${mostLag.toFixed(2)} ms is sound`,
    ],
    [accounting.sent < LEAST_SENT * due, `only ${accounting.sent} of ${Math.round(due)} requests were sent`],
    [socketWaits > 0 && !waits, `${socketWaits} requests waited for a connection`],
    [
      utilisation > limits.utilisation,
      `the generator was busy ${(utilisation * 100).toFixed(0)} % of the time`,
    ],
    [
      ceiling !== undefined && perSecond > MOST_OF_CEILING * ceiling,
      `${perSecond.toFixed(0)} req/s is more than half of the generator's ceiling of ${ceiling?.toFixed(0)}`,
    ],
  ];
  return gates.filter(([failed]) => failed).map(([, reason]) => reason);
}

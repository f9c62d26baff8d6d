import type { Seconds } from '../../model.ts';

/** A closed loop goes on this much longer than its probe, so that the last probes are answered under load. */
export const LEAD_OUT_SECONDS: Seconds = 0.4;

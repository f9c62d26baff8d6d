import type { Milliseconds } from '../../model.ts';

/** Milliseconds of the machine's monotonic clock, the same in every thread of this process. */
export const monotonicMs = (): Milliseconds => Number(process.hrtime.bigint()) / 1e6;

import type { Milliseconds } from '../../model.ts';

/** Reads the machine's monotonic clock in milliseconds, which is the same in every thread of this process. */
export const monotonicMs = (): Milliseconds => Number(process.hrtime.bigint()) / 1e6;

import type { Milliseconds } from './units.ts';

/** Tasks in computation at once, on average: tasks per second × what each computes for (Little's law). */
export const busyWith = (load: { readonly perSecond: number; readonly computeMs: Milliseconds }): number =>
  (load.perSecond * load.computeMs) / 1000;

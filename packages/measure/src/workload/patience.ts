import type { Milliseconds } from '../model.ts';

/** For a user's own code, which may never end. */
export type Patience = {
  /** Told of what takes a while, in a sentence. */
  readonly onSlow?: (what: string) => void;
  readonly slow?: Milliseconds;
};

/** Loading is no task, and services wait for it. */
export const LONGEST_LOADING_MS: Milliseconds = 30_000;
/** Nobody should wonder for longer whether something happens. */
export const SLOW_MS: Milliseconds = 5_000;
/** As the threads of the services have it. */
export const HEAP_MIB = 512;
/** V8 keeps so much of a thread's stack for itself. */
const KEPT_KIB = 192;
/**
 * The stack that Node.js gives the code of a main thread; a thread with as much for it needs more, for a part is kept
 * (in MiB).
 */
export const MAIN_STACK_KIB = 984;
export const MAIN_STACK_MIB = (MAIN_STACK_KIB + KEPT_KIB) / 1024;

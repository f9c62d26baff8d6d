import type { Milliseconds } from '../model.ts';

/** The patience of the bench with a user's own code, which may never end. */
export type Patience = {
  /** Reports a step that takes long, in a sentence. */
  readonly onSlow?: ((what: string) => void) | undefined;
  readonly slow?: Milliseconds | undefined;
};

/** The limit for loading a module, which is no task; services wait for it, too. */
export const LONGEST_LOADING_MS: Milliseconds = 30_000;
/** The time without output after which the user gets a sign that something happens. */
export const SLOW_MS: Milliseconds = 5_000;
/** The threads of the services have this heap. */
export const HEAP_MIB = 512;
/** V8 keeps this much of a thread's stack for itself. */
const RESERVED_KIB = 192;
/** Node.js gives the code of a main thread this much stack. */
export const MAIN_STACK_KIB = 984;
/** A thread with as much stack for its code needs this much in all. */
export const MAIN_STACK_MIB = (MAIN_STACK_KIB + RESERVED_KIB) / 1024;
/** Services stop a task after this time by default, and its request soon after. */
export const LONGEST_TASK_MS: Milliseconds = 10_000;

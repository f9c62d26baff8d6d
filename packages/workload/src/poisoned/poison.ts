const CHUNK = 100_000;

/** The ways in which a task can harm its thread or process, each as it happens in practice. */
const effects = {
  /** Fills the heap until V8 has no memory left. */
  heap() {
    const arrays: number[][] = [];
    for (;;) arrays.push(new Array<number>(CHUNK).fill(Math.random()));
  },
  exit: () => process.exit(1),
  /** Aborts as native code of an addon does: a thread has no `process.abort()`. */
  abort: () => process.kill(process.pid, 'SIGABRT'),
  /** Throws outside of the promise that its caller waits for. */
  throw: () =>
    setImmediate(() => {
      throw new Error('poisoned');
    }),
  endless() {
    for (;;);
  },
} as const;

export type Poison = keyof typeof effects;

/** The names of all harms. */
export const POISONS = Object.keys(effects) as readonly Poison[];

export const isPoison = (value: unknown): value is Poison =>
  typeof value === 'string' && Object.hasOwn(effects, value);

/** Does the harm. The promise never settles, as that of a task whose worker was lost. */
export function poison(how: Poison): Promise<never> {
  effects[how]();
  return new Promise(() => {});
}

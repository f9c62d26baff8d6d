/** Numbers of an array that is kept. */
const CHUNK = 100_000;

/** The harms of a task to its thread or process, each as it happens in practice. */
const effects = {
  /** Fills the heap until V8 has no more to give. */
  heap() {
    const kept: number[][] = [];
    for (;;) kept.push(new Array<number>(CHUNK).fill(Math.random()));
  },
  exit: () => process.exit(1),
  /** As an addon does in native code: `process.abort()` is not there in a thread. */
  abort: () => process.kill(process.pid, 'SIGABRT'),
  /** Beside the promise that its caller waits for. */
  throw: () =>
    setImmediate(() => {
      throw new Error('poisoned');
    }),
  endless() {
    for (;;);
  },
} as const;

export type Poison = keyof typeof effects;

/** All of them. */
export const POISONS = Object.keys(effects) as readonly Poison[];

export const isPoison = (value: unknown): value is Poison =>
  typeof value === 'string' && Object.hasOwn(effects, value);

/** Does it; the promise never settles, as that of a task that came to grief. */
export function poison(how: Poison): Promise<never> {
  effects[how]();
  return new Promise(() => {});
}

import { appendFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { type DataObject, InvalidParameter, type Output, type Workload } from '../contract.ts';

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

/** The names of a query parameter and an input field, which no workload of its own has. */
export const POISON = 'x-poison';
export const TRACE = 'x-trace';

/**
 * Makes a workload that fails on demand. With `?x-poison=exit`, a request harms its worker. With `?x-trace=a`, it
 * writes a line when it begins. Without either, it is the workload inside. So a service is harmed by its own function,
 * and has no code for it.
 *
 * @param log a file that gets a line for each such task that begins: its trace, or `poison`, and the process
 */
export const poisoned = (inside: Workload, log: string): Workload => ({
  ...inside,
  parse({ [POISON]: how, [TRACE]: trace, ...query }, body): DataObject {
    if (how === undefined) {
      const input = inside.parse(query, body);
      return trace === undefined ? input : { ...input, [TRACE]: trace };
    }
    if (!isPoison(how)) throw new InvalidParameter(POISON, 'is not known', POISONS.join(', '));
    return { [POISON]: how };
  },
  run({ [POISON]: how, [TRACE]: trace, ...input }): Output | Promise<Output> {
    if (isPoison(how) || trace !== undefined)
      appendFileSync(log, `${isPoison(how) ? 'poison' : trace} ${process.pid}/${threadId}\n`);
    return isPoison(how) ? poison(how) : inside.run(input);
  },
  verify: ({ [TRACE]: _trace, ...input }, output) => inside.verify(input, output),
});

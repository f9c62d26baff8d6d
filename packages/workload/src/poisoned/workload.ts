import { appendFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { type DataObject, InvalidParameter, type Output, type Workload } from '../contract.ts';
import { isPoison, POISONS, poison } from './poison.ts';

export { POISONS, type Poison } from './poison.ts';

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

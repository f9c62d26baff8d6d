import { appendFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { InvalidParameter, type JsonObject, type Workload } from '../contract.ts';
import { isPoison, POISONS, poison } from './poison.ts';

/**
 * A workload that can be told to fail: with `?poison=exit` a request does to its worker what no request should, with
 * `?trace=x` it leaves a line when it is begun, and without either it is the workload inside. So a service is hurt by
 * its own function, and has no code for it.
 *
 * @param log a file that gets a line for each such task that somebody begins: its trace, or `poison`, and by whom
 */
export const poisoned = (inside: Workload, log: string): Workload => ({
  ...inside,
  parse({ poison: how, trace, ...query }) {
    if (how === undefined) return { inside: inside.parse(query), ...(trace !== undefined && { trace }) };
    if (!isPoison(how)) throw new InvalidParameter('poison', 'is not known', POISONS.join(', '));
    return { poison: how };
  },
  run({ inside: input, poison: how, trace }): JsonObject | Promise<JsonObject> {
    if (isPoison(how) || trace !== undefined)
      appendFileSync(log, `${isPoison(how) ? 'poison' : trace} ${process.pid}/${threadId}\n`);
    return isPoison(how) ? poison(how) : inside.run(input as JsonObject);
  },
  verify: ({ inside: input }, output) => inside.verify(input as JsonObject, output),
});

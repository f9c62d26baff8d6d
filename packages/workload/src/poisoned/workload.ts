import { appendFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { InvalidParameter, type JsonObject, type Workload } from '../contract.ts';
import { isPoison, POISONS, poison } from './poison.ts';

const PARAMETER = 'poison';

/**
 * A workload that can be told to fail: with `?poison=exit` a request does to its worker what no request should, and
 * without it, it is the workload inside. So a service is hurt by its own function, and has no code for it.
 *
 * @param takenLog a file that gets a line for each time that somebody begins a poisoned task
 */
export const poisoned = (inside: Workload, takenLog: string): Workload => ({
  ...inside,
  parse({ [PARAMETER]: how, ...query }) {
    if (how === undefined) return inside.parse(query);
    if (!isPoison(how)) throw new InvalidParameter(PARAMETER, 'is not known', POISONS.join(', '));
    return { [PARAMETER]: how };
  },
  run(input): JsonObject | Promise<JsonObject> {
    const how = input[PARAMETER];
    if (!isPoison(how)) return inside.run(input);
    appendFileSync(takenLog, `${process.pid}/${threadId}\n`);
    return poison(how);
  },
});

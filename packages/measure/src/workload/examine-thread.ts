import { parentPort, workerData } from 'node:worker_threads';
import { type DataObject, inputOf, loadWorkload, type Query, type Workload } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import { calibrate } from './calibrate.ts';
import type { ExamineTask, WorkloadFacts } from './examine.ts';
import { loopShare } from './loop-share.ts';

const { specifier, headline } = workerData as ExamineTask;
const SHOWN = 120;
/** Enough runs of a task for the optimising compiler to have seen it, as far as they end in time. */
const WARM_UP_MS = 40;
const [TIMES, TIMED_MS] = [5, 60];

const begin = (doing: string) => parentPort?.postMessage({ doing });
const textOf = (query: Query) => new URLSearchParams(query).toString() || 'no parameters';

/** Why this input cannot be measured; undefined where it can. */
async function problemWith(workload: Workload, query: Query): Promise<string | undefined> {
  begin(textOf(query));
  const input = inputOf(workload, query);
  try {
    structuredClone(input);
  } catch (error) {
    return `parse returns what cannot be sent to a worker (${messageOf(error)})`;
  }
  let output: DataObject;
  try {
    output = await workload.run(input);
  } catch (error) {
    return `throws ${messageOf(error)}`;
  }
  return problemWithOutput(workload, input, output);
}

function problemWithOutput(workload: Workload, input: DataObject, output: DataObject): string | undefined {
  if (typeof output !== 'object' || output === null || Array.isArray(output))
    return `returns ${String(output).slice(0, SHOWN)}; accepted: an object, which the answer is made of`;
  try {
    structuredClone(output);
  } catch (error) {
    return `returns what cannot be sent from a worker (${messageOf(error)}); accepted: an object of JSON`;
  }
  let read: DataObject;
  try {
    // As an answer has them: octets as they are, the other fields as JSON.
    const { octets, ...fields } = output;
    read =
      octets instanceof Uint8Array
        ? { ...JSON.parse(JSON.stringify(fields)), octets }
        : JSON.parse(JSON.stringify(output));
  } catch (error) {
    return `returns what is no JSON (${messageOf(error)}); accepted: an object of JSON`;
  }
  const shown = JSON.stringify(output).slice(0, SHOWN);
  try {
    if (!workload.verify(input, read))
      return `its own oracle refuses its answer, as read from an answer: ${shown}`;
    if (Object.keys(read).length > 0 && acceptsNothing(workload, input))
      return 'its oracle accepts an empty answer too, so that it finds nothing wrong';
  } catch (error) {
    return `its own oracle throws ${messageOf(error)} on its answer ${shown}`;
  }
  return undefined;
}

/** An oracle that throws at an empty answer refuses it. One that compares with the first answer knows that by now. */
function acceptsNothing(workload: Workload, input: DataObject): boolean {
  try {
    return workload.verify(input, {});
  } catch {
    return false;
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n')[0];

/** Wall milliseconds of one task that is warm: the shortest of a few. */
async function timeOf(workload: Workload, query: Query): Promise<number> {
  begin(textOf(query));
  const input = inputOf(workload, query);
  const once = async () => {
    const began = performance.now();
    await workload.run(input);
    return performance.now() - began;
  };
  for (const began = performance.now(); performance.now() - began < WARM_UP_MS; ) await once();
  let [least, began] = [Number.POSITIVE_INFINITY, performance.now()];
  for (let times = 0; times < TIMES && (times === 0 || performance.now() - began < TIMED_MS); times++)
    least = Math.min(least, await once());
  return least;
}

async function examine(): Promise<WorkloadFacts> {
  const workload = await loadWorkload(specifier);
  const given = [headline, ...workload.sizes.map(({ query }) => query)];
  const problems: string[] = [];
  for (const query of new Map(given.map((one) => [textOf(one), one])).values()) {
    const problem = await problemWith(workload, query);
    if (problem !== undefined) problems.push(`${textOf(query)}: ${problem}`);
  }
  if (problems.length > 0) return { problems };
  const { scale } = workload;
  const sizes =
    workload.sizes.length === 0 && scale
      ? await calibrate(scale, (value) => timeOf(workload, { ...headline, [scale.parameter]: String(value) }))
      : undefined;
  begin(textOf(headline));
  const share = await loopShare(() => workload.run(inputOf(workload, sizes?.at(1)?.query ?? headline)));
  return defined({ problems: [], sizes, loopShare: share });
}

parentPort?.postMessage(await examine());

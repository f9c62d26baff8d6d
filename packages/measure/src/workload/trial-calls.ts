import { setImmediate as nextTurn } from 'node:timers/promises';
import { inputOf, type Output, type Query, reasonOf, type Workload } from '@cpu-bound/workload';
import { depthOf } from '@cpu-bound/workload/inspected/values';
import {
  checkAnswer,
  type Findings,
  problemWithInput,
  problemWithKernel,
  problemWithRepetition,
} from './answer.ts';
import { type CallTimes, textOf } from './call-times.ts';
import { begin } from './watched-thread.ts';

/** Calls the workload with one query. @returns the answer as a client reads it, if it has no problem */
export async function tryQuery(
  workload: Workload,
  query: Query,
  times: CallTimes,
  findings: Findings,
): Promise<Output | undefined> {
  begin(textOf(query));
  try {
    const body = workload.bodyFor?.(query);
    const input = workload.parse(query, body);
    const problem = problemWithInput(input, body);
    if (problem !== undefined) return void findings.problems.push(problem);
    const output = await times.time(query, () => workload.run(input));
    const fresh = inputOf(workload, query); // the call may have changed its input
    await nextTurn(); // a rejection without a handler is raised then, and ends the thread as it would end a service
    return checkAnswer(workload, fresh, output, findings);
  } catch (error) {
    const tooDeep = problemWithDepth(workload, query, error);
    return void findings.problems.push(tooDeep ?? failureOf(error, workload.signature));
  }
}

/** Copies between threads, and most code, go into values level by level, each on the stack. */
const MOST_LEVELS = 1_000;

/** Explains a stack that is full by the levels of the input, because a function without recursion has that, too. */
function problemWithDepth(workload: Workload, query: Query, error: unknown): string | undefined {
  if (!reasonOf(error).includes('Maximum call stack')) return undefined;
  try {
    const levels = depthOf(inputOf(workload, query));
    return levels > MOST_LEVELS
      ? `its input has ${levels} levels of JSON, and values deeper than some thousand levels fill the stack where they are copied; send a flat list`
      : undefined;
  } catch {
    return undefined; // it was not parsed
  }
}

/** A web framework calls its handlers with such a parameter first. */
const HANDLER = /^\(?\s*_?(?:req|request|event|c|ctx|context)\b/;

/** Says what to do about a function that is no function of its input but a route. */
export const remedyOfHandler = (signature = ''): string | undefined =>
  HANDLER.test(signature)
    ? `it is a route handler by its parameters, ${signature}: export what it computes, and call that in the handler, or measure the whole route with --requests and --target`
    : undefined;

/** Says why a call failed, and what to do. */
function failureOf(error: unknown, signature: string | undefined): string {
  const reason = reasonOf(error);
  if (reason.includes(' returns nothing; accepted: ')) return reason;
  const remedy = reason.includes("cannot be invoked without 'new'")
    ? 'export a function that calls the method'
    : remedyOfHandler(signature);
  return `throws ${reason}${remedy === undefined ? '' : `; ${remedy}`}`;
}

/** Calls the workload with the same input once more. @returns how the second answer differs */
export async function tryAgain(
  workload: Workload,
  query: Query,
  times: CallTimes,
  first: Output,
): Promise<string | undefined> {
  begin(textOf(query));
  const input = inputOf(workload, query);
  const output = await times.time(query, () => workload.run(input));
  return problemWithRepetition(workload, inputOf(workload, query), first, output);
}

/** Calls another kernel with the same input: figures of different answers could not be compared. */
export async function tryKernel(
  workload: Workload,
  query: Query,
  kernel: string,
  first: Output,
): Promise<string | undefined> {
  begin(`${textOf(query)}, kernel ${kernel}`);
  try {
    const output = await workload.kernels?.[kernel]?.(inputOf(workload, query));
    return output === undefined
      ? undefined
      : problemWithKernel(workload, inputOf(workload, query), first, output);
  } catch (error) {
    return `throws ${reasonOf(error)}`;
  }
}

import type { Query, Size } from '@cpu-bound/workload';
import type { Milliseconds, Octets, Recall } from '../model.ts';
import {
  type Ending,
  LONGEST_LOADING_MS,
  LONGEST_TASK_MS,
  type Patience,
  problemOf,
  watchThread,
} from './watched-thread.ts';

/** The facts about a workload from its first calls. */
export type WorkloadFacts = {
  /** Reasons why the workload cannot be measured: one line each, which names the input. */
  readonly problems: readonly string[];
  /** Facts for a reader of the figures: one line each, with the reason why it matters, and the remedy. */
  readonly notes: readonly string[];
  /** The sizes that the scale of the workload gave; absent if the workload names its own. */
  readonly sizes?: readonly Size[];
  /** The fraction of a task's CPU time on the event loop: about 1, or near 0 if Node computes on other threads. */
  readonly loopShare?: number;
  /** The wall time of a headline's task, with parsing; absent if its size was found here, and is short. */
  readonly taskMs?: Milliseconds;
  /** The largest body and the largest answer of the headline, in octets. */
  readonly octets?: Octets;
  /** The traces of earlier calls that the user's own function or module keeps, as the check found them. */
  readonly recall?: Recall;
};

export type ExamineTask = {
  readonly specifier: string;
  readonly headline: Query;
  /** The names of the other kernels that will be measured. */
  readonly kernels?: readonly string[];
};

export type ExamineOptions = Patience & {
  /** The time that one task may take. */
  readonly longest?: Milliseconds | undefined;
};

/**
 * Calls a workload's queries once each, in a thread, before anything is measured; of a built-in workload, only the
 * headline. It times them alone, and finds the sizes that the workload does not name.
 */
export async function examineWorkload(
  task: ExamineTask,
  signal: AbortSignal,
  { longest = LONGEST_TASK_MS, onSlow, slow }: ExamineOptions = {},
): Promise<WorkloadFacts> {
  const ending = await watchThread<WorkloadFacts>(new URL('./examine-thread.ts', import.meta.url), task, {
    signal,
    first: { doing: 'loading', limitMs: LONGEST_LOADING_MS },
    longest,
    slow,
    onSlow,
  });
  return ending.kind === 'result'
    ? ending.result
    : { problems: [`${ending.doing}: ${whyNot(ending)}`], notes: [] };
}

function whyNot(ending: Exclude<Ending<WorkloadFacts>, { readonly kind: 'result' }>): string {
  if (ending.kind === 'never-settles')
    return 'waits for an event that never comes; let it return an answer, or resolve to one';
  return ending.kind === 'too-long' ? didNotEnd(ending.limitMs) : problemOf(ending);
}

const didNotEnd = (limitMs: Milliseconds) =>
  `did not end within ${limitMs / 1000} s; make it smaller, or wait longer with --longest (services stop a task after ${LONGEST_TASK_MS / 1000} s)`;

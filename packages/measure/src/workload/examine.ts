import { isBuiltIn, type Query, type Size } from '@cpu-bound/workload';
import type { Milliseconds, Octets, Recall } from '../model.ts';
import { notesOnOutput } from './notes.ts';
import { recallOf } from './recall.ts';
import {
  type Ending,
  LONGEST_LOADING_MS,
  LONGEST_TASK_MS,
  MAIN_STACK_KIB,
  MAIN_STACK_MIB,
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
  /** The traces of earlier calls that the user's own function or module keeps. */
  readonly recall?: Recall;
};

/** The thread's findings, and all queries with which the workload will be called, each once. */
export type Examination = WorkloadFacts & { readonly queries?: readonly Query[] };

export type ExamineTask = {
  readonly specifier: string;
  readonly headline: Query;
  /** The names of the other kernels that will be measured. */
  readonly kernels?: readonly string[];
};

export type ExamineOptions = Patience & {
  /** The time that one task may take. */
  readonly longest?: Milliseconds | undefined;
  /** True if every service computes in a thread, whose stack is larger than a main thread's. */
  readonly inThreads?: boolean;
};

/** The message of V8. */
const OVERFLOW = 'Maximum call stack size exceeded';

/**
 * Runs a workload's queries once each before anything is measured; of a built-in workload, only the headline. It checks
 * that each one ends without an error, that its answer can be sent, and that the workload's oracle accepts it. It also
 * finds the sizes that the workload does not name.
 */
export async function examineWorkload(
  task: ExamineTask,
  signal: AbortSignal,
  { inThreads = false, ...options }: ExamineOptions = {},
): Promise<WorkloadFacts> {
  const { queries = [], ...facts } = await runExamination(
    task,
    signal,
    options,
    inThreads ? undefined : MAIN_STACK_MIB,
  );
  if (facts.problems.length === 0 && !isBuiltIn(task.specifier)) {
    const { longest = LONGEST_TASK_MS, onSlow, slow } = options;
    const recall = await recallOf(task.specifier, queries, signal, { longest, onSlow, slow });
    return 'problem' in recall ? { problems: [recall.problem], notes: facts.notes } : { ...facts, recall };
  }
  const overflows = (problem: string) => problem.includes(OVERFLOW);
  if (!facts.problems.some(overflows)) return facts;
  const fitsThread = !inThreads && !(await runExamination(task, signal, options)).problems.some(overflows);
  const why = fitsThread
    ? `: it needs more stack than the ${MAIN_STACK_KIB} KiB of a main thread, on which single and cluster compute; make its recursion a loop, or measure --contestants threads,queue, whose threads have 4 MiB`
    : ', which is too much for the 4 MiB of a thread, too; does its recursion end? make it a loop';
  return {
    ...facts,
    problems: facts.problems.map((problem) => (overflows(problem) ? problem + why : problem)),
  };
}

/** Makes the first calls of an examination, without looking for what the function remembers of them. */
export async function runExamination(
  task: ExamineTask,
  signal: AbortSignal,
  { longest = LONGEST_TASK_MS, onSlow, slow }: Omit<ExamineOptions, 'inThreads'>,
  stackMib?: number,
): Promise<Examination> {
  const ending = await watchThread<Examination>(new URL('./examine-thread.ts', import.meta.url), task, {
    signal,
    stackMib,
    first: { doing: 'loading', limitMs: LONGEST_LOADING_MS },
    longest,
    slow,
    onSlow,
  });
  if (ending.kind !== 'result') return { problems: [`${ending.doing}: ${whyNot(ending)}`], notes: [] };
  const { notes, ...result } = ending.result;
  return { ...result, notes: [...notes, ...notesOnOutput(ending.written)] };
}

function whyNot(ending: Exclude<Ending<Examination>, { readonly kind: 'result' }>): string {
  if (ending.kind === 'never-settles')
    return 'waits for an event that never comes; let it return an answer, or resolve to one';
  return ending.kind === 'too-long' ? didNotEnd(ending.limitMs) : problemOf(ending);
}

const didNotEnd = (limitMs: Milliseconds) =>
  `did not end within ${limitMs / 1000} s; make it smaller, or wait longer with --longest (services stop a task after ${LONGEST_TASK_MS / 1000} s)`;

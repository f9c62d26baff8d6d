import { isDeepStrictEqual } from 'node:util';
import type { Output } from '@cpu-bound/workload';
import { inPercent, type Milliseconds } from '../model.ts';
import type { Written } from './watched-thread.ts';

/** The work on threads other than the event loop decides if the share of the event loop is below this. */
const LITTLE_ON_LOOP = 0.5;
/** More than this part of the CPU time in other processes is no helper that runs once. */
const LITTLE_CHILD = 0.2;

/** Notes that several inputs have one and the same answer: the input is not used, or its answers say little. */
export function notesOnAnswers(answers: ReadonlyMap<string, Output>): string[] {
  const [first, ...others] = [...answers.values()];
  if (others.length === 0 || !others.every((answer) => isDeepStrictEqual(answer, first))) return [];
  return [
    `${[...answers.keys()].join(', ')}: all have the same answer, so that a wrong one may not be seen; does it use its input?`,
  ];
}

export const notesOnOutput = ({ lines, first }: Written): string[] =>
  lines === 0
    ? []
    : [
        `writes to its standard output (${lines === 1 ? '1 line' : `${lines} lines`} in its first calls: ${first}), which takes a part of each task; lower the level of its log if your service does`,
      ];

/** A warm task's CPU time (with ended children), and its time without other programs. */
export type TaskTime = { readonly cpu: Milliseconds; readonly own: Milliseconds };

/** A task that spends less of its time computing waits: others could compute meanwhile. */
const LITTLE_CPU = 0.5;

export const waits = ({ cpu, own }: TaskTime): boolean => cpu < LITTLE_CPU * own;

/** The parts of a task's CPU time, and its time. */
export type TaskCpu = TaskTime & {
  /** The fraction on the event loop, of the CPU time of this process. */
  readonly loopShare: number;
  /** The fraction in processes that the function started, and that have ended. */
  readonly childShare: number;
};

/** Notes where a task's time is spent, if that is not on the thread that calls it. */
export function notesOnCpu({ loopShare, childShare, ...time }: TaskCpu): string[] {
  if (childShare > LITTLE_CHILD)
    return [
      `computes in processes of its own, ${inPercent(childShare)} of its CPU time: each strategy has to wait for them, and none stops them; compute in the function if you can`,
    ];
  if (loopShare < LITTLE_ON_LOOP)
    return [
      `spends ${inPercent(loopShare)} of its CPU time on the event loop, so that a single process uses several cores already; expect small differences`,
    ];
  if (waits(time))
    return [
      `waits: ${inPercent(1 - time.cpu / time.own)} of the ${Number(time.own.toPrecision(2))} ms of a task is not CPU time, so that the figures compare how many tasks may wait at a time, which is one for each worker; name a function that only computes, and wait outside of it`,
    ];
  return [];
}

export function notesOnCompany(started: number, processes: number): string[] {
  const notes: string[] = [];
  if (processes > 0)
    notes.push(
      `starts ${processes === 1 ? '1 process' : `${processes} processes`} of its own, so that each worker has as many and they compete for the cores; name a module that starts none`,
    );
  if (started > 0)
    notes.push(
      `starts ${started === 1 ? '1 thread' : `${started} threads`} of its own, so that each worker has as many and they compete for the cores; let it compute on the thread that calls it`,
    );
  return notes;
}

import { inPercent, type Milliseconds } from '../model.ts';

/** The work on threads other than the event loop decides if the share of the event loop is below this. */
const LITTLE_ON_LOOP = 0.5;
/** More than this part of the CPU time in other processes is no helper that runs once. */
const LITTLE_CHILD = 0.2;

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

import * as format from '@cpu-bound/study/format';
import type { Milliseconds } from '@cpu-bound/study/model';

/** A process that is busy for up to this share of its time is far from saturated; above it, queues grow quickly. */
const HALF = 0.5;

/** When the task was timed: one figure differs from another that was timed later. And the reader's rate, if given. */
type Given = {
  readonly timed: 'timed before the rounds, which correct it' | 'timed in the rounds';
  readonly rate?: number | undefined;
};

/** Derives, as sentences, what follows from a task's time. */
export function arithmetic(ms: Milliseconds, cores: number, { timed, rate }: Given): string[] {
  const ofCore = (1000 * Math.min(1, cores)) / ms; // a quota may be less than a core
  const takes = `A task takes ${format.duration(ms)} of CPU time here${cores > 1 ? ' while all cores compute' : ''} (${timed})`;
  const known =
    cores > 1
      ? `${takes}. Each core then computes some ${format.number(ofCore)} a second; ${format.count(cores, 'core')}, ${format.number(cores * ofCore)}.`
      : `${takes}. ${cores < 1 ? 'The quota' : 'One core'} computes some ${format.number(ofCore)} a second.`;
  if (rate === undefined)
    return [
      known,
      `At some ${format.number(HALF * ofCore)} a second tasks alone keep a single process half busy, and a light request may wait for a task.`,
    ];
  const share = rate / ofCore;
  const atRate = `At ${format.number(rate)} a second one core would be ${(share * 100).toFixed(0)} % busy with the tasks alone`;
  if (share <= HALF)
    return [known, `${atRate}: a single process is not saturated, but a light request may wait for a task.`];
  if (share < 1) return [known, `${atRate}: a single process has long queues then, or is near to it.`];
  const needed = Math.ceil(share);
  return [
    known,
    needed <= cores
      ? `${atRate}: no single process answers that, unless a core is faster alone; ${format.count(needed, 'core')} at least, and a strategy that uses them.`
      : `${atRate}: more than the ${format.count(cores, 'core')} here can answer, whatever the strategy.`,
  ];
}

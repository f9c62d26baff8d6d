import { fileOf, WorkloadError } from '@cpu-bound/workload';
import { LONGEST_LOADING_MS, type Patience } from '../model/patience.ts';
import type { Milliseconds } from '../model.ts';
import type { WorkloadData } from './data.ts';
import { type Ending, problemOf, watchThread } from './watched-thread.ts';

export type LoadTask = { readonly specifier: string; readonly from: string };

/** What a thread reports: a workload, or the problem of its module. */
export type Loading = { readonly data: WorkloadData } | { readonly problem: string };

export type LoadOptions = Patience & {
  readonly signal: AbortSignal;
  readonly longest?: Milliseconds | undefined;
};

/** Loads a workload in a thread, which ends then. @throws WorkloadError naming the file */
export async function loadWatched(
  { specifier, from }: LoadTask,
  { signal, longest = LONGEST_LOADING_MS, slow, onSlow }: LoadOptions,
): Promise<WorkloadData> {
  const file = fileOf(specifier);
  const task: LoadTask = { specifier, from };
  const ending = await watchThread<Loading>(new URL('./load-thread.ts', import.meta.url), task, {
    signal,
    first: { doing: `loading ${file}`, limitMs: longest },
    slow,
    onSlow,
  });
  if (ending.kind !== 'result') throw new WorkloadError(`workload ${file}: ${whyNot(ending)}`);
  if ('problem' in ending.result) throw new WorkloadError(ending.result.problem);
  return ending.result.data;
}

function whyNot(ending: Exclude<Ending<unknown>, { readonly kind: 'result' }>): string {
  if (ending.kind === 'never-settles') return `waits for an event that never comes; ${REMEDY}`;
  return ending.kind === 'too-long'
    ? `did not end loading within ${ending.limitMs / 1000} s; ${REMEDY}`
    : problemOf(ending);
}

const REMEDY = 'let the module export the function or workload, and start nothing by itself';

import type { Query } from '@cpu-bound/workload';
import type { Recall, TwoCalls } from '../model.ts';
import { type Ending, LONGEST_LOADING_MS, type WatchOptions, watchThread } from './watched-thread.ts';

export type RecallTask = {
  readonly specifier: string;
  readonly queries: readonly Query[];
  /** True if the thread also measures the memory that calls leave behind. */
  readonly isLast: boolean;
};

export type RecallObservations = {
  readonly later: readonly TwoCalls[];
  readonly keptBytes?: number;
  readonly slowdowns?: readonly number[] | undefined;
};

/**
 * Calls a workload twice with each of several new inputs, in a thread that is warm by then. A second thread gets the
 * inputs in the opposite order. This separates the work that an input needs once from an answer that is cached. The
 * input with the median speed-up by its second call counts; of two, the one with the smaller.
 */
export async function recallOf(
  specifier: string,
  queries: readonly Query[],
  signal: AbortSignal,
  patience: Pick<WatchOptions, 'longest' | 'slow' | 'onSlow'>,
): Promise<Recall | { readonly problem: string }> {
  const orders = queries.length > 1 ? [queries.toReversed(), queries] : [queries];
  const seen: RecallObservations[] = [];
  for (const order of orders) {
    const task: RecallTask = { specifier, queries: order, isLast: order === queries };
    const ending = await watchThread<RecallObservations>(
      new URL('./recall-thread.ts', import.meta.url),
      task,
      { signal, first: { doing: 'loading', limitMs: LONGEST_LOADING_MS }, ...patience },
    );
    const problem = laterProblem(ending);
    if (problem !== undefined) return { problem };
    if (ending.kind === 'result') seen.push(ending.result);
  }
  const later = seen
    .flatMap((observations) => observations.later)
    .sort((a, b) => a.firstMs / a.againMs - b.firstMs / b.againMs);
  const { keptBytes, slowdowns } = seen.at(-1) ?? {};
  return {
    inputs: queries.length,
    ...later[Math.ceil(later.length / 2) - 1],
    keptBytes: keptBytes === undefined ? undefined : Math.round(keptBytes),
    slowdowns,
  };
}

/**
 * Explains what the function did after one of its answers, all of which were right before. A service would end by it. A
 * heap that is full is a trace of earlier calls, as is a task that takes ever longer.
 */
function laterProblem(ending: Ending<unknown>): string | undefined {
  if (ending.kind === 'threw')
    return `throws ${ending.reason}, some time after an answer: a timer, an event or a promise that nobody awaits would end a service; catch its error`;
  return ending.kind === 'exited'
    ? `calls process.exit(${ending.code}) some time after an answer, which would end a service; leave that to the service`
    : undefined;
}

import { buildOwn, fileOf, isBuiltIn, loadWorkload, type Workload, WorkloadError } from '@cpu-bound/workload';
import type { Milliseconds } from '../model.ts';
import { LONGEST_LOADING_MS, type Patience } from './patience.ts';
import { type Ending, watchThread } from './watched-thread.ts';

export type LoadTask = { readonly specifier: string; readonly from: string };

export type LoadOptions = Patience & {
  readonly signal: AbortSignal;
  readonly longest?: Milliseconds;
};

/**
 * Loads a workload into this thread once it has loaded in another. A module that never ends, or ends its process,
 * would otherwise end this thread without a message.
 *
 * @throws WorkloadError naming the file
 */
export async function loadWatched(
  { specifier, from }: LoadTask,
  { signal, longest = LONGEST_LOADING_MS, slow, onSlow }: LoadOptions,
): Promise<Workload> {
  if (isBuiltIn(specifier)) return loadWorkload(specifier, from);
  const file = fileOf(specifier);
  const task: LoadTask = { specifier, from };
  const ending = await watchThread<string | undefined>(new URL('./load-thread.ts', import.meta.url), task, {
    signal,
    first: { doing: `loading ${file}`, limitMs: longest },
    slow,
    onSlow,
  });
  if (ending.kind === 'result') {
    if (ending.result !== undefined) throw new WorkloadError(ending.result);
    await buildOwn();
    return loadWorkload(specifier, from);
  }
  throw new WorkloadError(`workload ${file}: ${problemOf(ending)}`);
}

function problemOf(ending: Exclude<Ending<unknown>, { readonly kind: 'result' }>): string {
  if (ending.kind === 'failed') return ending.problem;
  return ending.kind === 'never-settles'
    ? `waits for an event that never comes; ${REMEDY}`
    : `did not end loading within ${ending.limitMs / 1000} s; ${REMEDY}`;
}

const REMEDY = 'let the module export the function or workload, and start nothing by itself';

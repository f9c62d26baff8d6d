import { Worker } from 'node:worker_threads';
import { fileOf, isBuiltIn, loadWorkload, type Workload, WorkloadError } from '@cpu-bound/workload';
import type { Milliseconds } from '../model.ts';
import { HEAP_MIB, LONGEST_LOADING_MS, type Patience, SLOW_MS, UNSETTLED, whyItEnded } from './patience.ts';

export type LoadTask = { readonly specifier: string; readonly from: string };

export type LoadOptions = Patience & {
  readonly signal: AbortSignal;
  readonly longest?: Milliseconds;
};

/**
 * Loads a workload into this thread once it has loaded in another: what never ends, or ends its process, would take this
 * one along without a word.
 *
 * @throws WorkloadError naming the file
 */
export async function loadWatched(
  { specifier, from }: LoadTask,
  { signal, longest = LONGEST_LOADING_MS, slow = SLOW_MS, onSlow = () => {} }: LoadOptions,
): Promise<Workload> {
  if (isBuiltIn(specifier)) return loadWorkload(specifier, from);
  signal.throwIfAborted();
  const file = fileOf(specifier);
  const thread = new Worker(new URL('./load-thread.ts', import.meta.url), {
    workerData: { specifier, from } satisfies LoadTask,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    stdout: true, // it logs the same again when it is loaded here
  });
  thread.stdout.resume();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const refuse = (problem: string) => reject(new WorkloadError(`workload ${file}: ${problem}`));
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const timers = [
    setTimeout(
      () => onSlow(`${file}: still loading after ${slow / 1000} s, and is ended after ${longest / 1000} s`),
      slow,
    ),
    setTimeout(() => refuse(`did not end loading within ${longest / 1000} s; ${REMEDY}`), longest),
  ];
  thread.once('message', (problem?: string) =>
    problem === undefined ? resolve() : reject(new WorkloadError(problem)),
  );
  thread.once('error', (error) => refuse(whyItEnded(error)));
  thread.once('exit', (code) =>
    refuse(
      code === UNSETTLED ? `waits for what never comes; ${REMEDY}` : `ended its thread with code ${code}`,
    ),
  );
  try {
    await promise;
  } finally {
    timers.forEach(clearTimeout);
    signal.removeEventListener('abort', onAbort);
    await thread.terminate();
  }
  return loadWorkload(specifier, from);
}

const REMEDY = 'let the module export what is to be measured, and start nothing by itself';

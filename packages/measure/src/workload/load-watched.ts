import {
  bodyTypeOf,
  fileOf,
  type JsonObject,
  type Output,
  type Workload,
  WorkloadError,
} from '@cpu-bound/workload';
import type { Milliseconds } from '../model.ts';
import { type Ending, LONGEST_LOADING_MS, type Patience, problemOf, watchThread } from './watched-thread.ts';

/** The part of a workload that is plain data. */
export type WorkloadData = Pick<
  Workload,
  'name' | 'summary' | 'headline' | 'sizes' | 'bodyType' | 'answerType' | 'answersDiffer'
> & {
  readonly kernels: readonly string[];
  /** True if its answers are compared with those that a service gave before the load. Otherwise its `verify` judges. */
  readonly isExpected?: boolean;
};

export const dataOf = (
  { name, summary, headline, sizes, bodyType, answerType, answersDiffer, bodyFor, kernels }: Workload,
  isExpected = false,
) =>
  ({
    isExpected,
    name,
    summary,
    headline,
    sizes,
    answerType,
    answersDiffer,
    bodyType: bodyFor && bodyTypeOf({ bodyType }),
    kernels: Object.keys(kernels ?? {}),
  }) satisfies WorkloadData;

/**
 * Reads the output of a task from its answer: JSON, text, or octets with the fields in their header.
 *
 * @throws SyntaxError if it is not the JSON that its media type announces
 */
export function outputIn(
  body: Uint8Array,
  { type = '', result }: { readonly type?: string | undefined; readonly result?: string | undefined },
): Output {
  if (result !== undefined) return { ...(JSON.parse(result) as JsonObject), octets: body };
  if (/^application\/(?:[\w.-]+\+)?json\b/.test(type)) return JSON.parse(textOf(body)) as Output;
  return type.startsWith('text/') ? textOf(body) : { octets: body };
}

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString();

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

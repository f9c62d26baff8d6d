import type { ReferenceSpec, ReferenceTiming } from '@cpu-bound/measure/load/reference/spec';
import { BenchError, SystemRefusal } from '@cpu-bound/measure/model/errors';
import { primes, type Query } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { Dimensions, Milliseconds, OpenLoad, ReferenceResult, Window } from '../model.ts';
import type { RunContext } from './context.ts';
import { ImpossibleWindow } from './window-task.ts';

/**
 * The rough cost of a request without the kernel. If it were left out, small tasks would make a load seem lighter than
 * it is.
 */
const OVERHEAD_MS = 1;

/** The name of an input in the dimensions. */
export const inputKey = (query: Query) => new URLSearchParams(query).toString();

/**
 * The number of requests of an input that one core would answer in a second.
 *
 * @throws ImpossibleWindow if it was not timed
 */
export function capacityOfCore(query: Query, dimensions: Dimensions): number {
  const ms = requestMs(query, dimensions);
  if (ms === undefined) throw new ImpossibleWindow(['the kernel was not timed for this input']);
  return 1000 / ms;
}

/** The number of requests of the mix that are as much work as one of the headline's, by the kernel's own times. */
export function relativeSize({ query, mix }: OpenLoad, dimensions: Dimensions): number {
  if (!mix) return 1;
  const ms = (input: Query) => requestMs(input, dimensions) ?? Number.NaN;
  const total = mix.reduce((sum, { share }) => sum + share, 0);
  const relative = ms(query) / mix.reduce((sum, part) => sum + (part.share / total) * ms(part.query), 0);
  if (!Number.isFinite(relative))
    throw new ImpossibleWindow(['the kernel was not timed for the parts of the mix']);
  return relative;
}

function requestMs(query: Query, { kernelMs }: Dimensions): number | undefined {
  const ms = kernelMs[inputKey(query)];
  return ms === undefined ? undefined : ms + OVERHEAD_MS;
}

/** This is long enough for a mean, and short enough to measure before every block. */
const REFERENCE_MS: Milliseconds = 100;

/**
 * Times the kernel on all cores at once, before a block. It gives the physical limit, and shows how steady the
 * machine is. If asked, it also times one core alone, which may have a higher clock and units of its own.
 *
 * Requests from a file have no kernel: a built-in one shows only how steady the machine is.
 *
 * @returns undefined for a window without a load
 * @throws the workload's own error
 */
export async function referenceFor(
  { load }: Window,
  context: Pick<RunContext, 'config' | 'generators' | 'signal'>,
  { withLoneCore }: { readonly withLoneCore: boolean },
): Promise<ReferenceResult | undefined> {
  if (!load) return undefined;
  const { cores, workloadSpecifier, requests } = context.config;
  const [workload, query] = requests ? [primes.name, primes.headline] : [workloadSpecifier, load.query];
  const timeOn = (threads: number) => timeKernel({ workload, query, ms: REFERENCE_MS, threads }, context);
  const onAll = await timeOn(cores);
  return {
    input: query,
    ...onAll,
    ...(withLoneCore && cores > 1 && { loneCpuMs: (await timeOn(1)).cpuMs }),
  };
}

/**
 * Times the kernel on some cores at once.
 *
 * @throws BenchError naming the workload, whose function failed, ended its thread or did not end. The results before it
 *   are stored.
 */
export async function timeKernel(
  spec: Omit<ReferenceSpec, 'longestTaskMs'>,
  { config, generators, signal }: Pick<RunContext, 'config' | 'generators' | 'signal'>,
): Promise<ReferenceTiming> {
  const { longest } = config;
  try {
    return await generators.reference.run(defined({ ...spec, longestTaskMs: longest }), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SystemRefusal) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new BenchError('CONTESTANT', [
      `the workload ${config.workload.name}, called alone with ${new URLSearchParams(spec.query)}: ${why}`,
    ]);
  }
}

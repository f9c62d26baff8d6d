import { generatorCeiling, warmGenerators } from '@cpu-bound/measure/load/ceiling';
import type { ReferenceSpec, ReferenceTiming } from '@cpu-bound/measure/load/reference/spec';
import type { Milliseconds, Seconds } from '@cpu-bound/measure/model';
import { BenchError, SystemRefusal } from '@cpu-bound/measure/model/errors';
import { primes, type Query } from '@cpu-bound/workload';
import type { OpenLoad, Trial, Window } from '../model/plan.ts';
import type { Dimensions, ReferenceResult } from '../model/results.ts';
import type { RunContext } from './context.ts';
import { ImpossibleWindow } from './side-by-side.ts';

/** The time of the kernel for each input, as a share of a contestant's own dimensioning. */
const KERNEL_SHARE = 0.2;
/** The time of the generator's trial at each rate, as another share of it. */
const CEILING_STEP_SHARE = 0.3;
const SHORTEST_STEP: Seconds = 0.2;

/**
 * Measures the dimensions before the first round: the rate that the load generator can send, and the work of each
 * input.
 *
 * @param onStep called with the name of each step
 */
export async function prepareRun(
  plan: readonly Trial[],
  { config, generators, signal }: Pick<RunContext, 'config' | 'generators' | 'signal'>,
  onStep: (what: string) => void,
): Promise<Dimensions> {
  const { cores, workloadSpecifier: workload, profile } = config;
  const loads = plan.flatMap(({ blocks, changes }) =>
    (changes?.workload !== undefined ? [] : blocks).flatMap(({ window }) => window.load ?? []),
  );
  const isOpen = loads.some(({ kind }) => kind === 'open');
  const inputs = new Map<string, Query>();
  // For requests from a file, only the service knows which function computes the answers.
  for (const load of config.requests ? [] : loads) {
    const queries = load.kind === 'open' && load.mix ? load.mix.map((part) => part.query) : [];
    for (const query of [load.query, ...queries]) inputs.set(inputKey(query), query);
  }
  if (inputs.size > 0) onStep('the CPU time of a task while all cores compute');
  const timedMs: Milliseconds = 1000 * KERNEL_SHARE * profile.dimensionSeconds;
  const kernelMs: Record<string, number> = {};
  for (const [key, query] of inputs) {
    const spec = { workload, query, ms: timedMs, threads: cores };
    kernelMs[key] = (await timeKernel(spec, { config, generators, signal })).cpuMs;
  }
  const isProbed = plan.some(({ blocks }) => blocks.some(({ window }) => window.probe));
  const step = Math.max(SHORTEST_STEP, profile.dimensionSeconds * CEILING_STEP_SHARE);
  const needed = [...(isProbed ? ['probe' as const] : []), ...(isOpen ? ['open' as const] : [])];
  if (needed.length > 0) {
    onStep('the load generators');
    await warmGenerators(generators, needed, step, signal);
  }
  return {
    warmUpSeconds: {},
    kernelMs,
    generatorCeiling: isOpen ? await generatorCeiling(generators, step, signal) : undefined,
  };
}

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
async function timeKernel(
  spec: Omit<ReferenceSpec, 'longestTaskMs'>,
  { config, generators, signal }: Pick<RunContext, 'config' | 'generators' | 'signal'>,
): Promise<ReferenceTiming> {
  const { longest } = config;
  try {
    return await generators.reference.run({ ...spec, longestTaskMs: longest }, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SystemRefusal) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new BenchError('CONTESTANT', [
      `the workload ${config.workload.name}, called alone with ${new URLSearchParams(spec.query)}: ${why}`,
    ]);
  }
}

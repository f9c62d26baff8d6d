import { generatorCeiling, warmGenerators } from '@cpu-bound/measure/load/ceiling';
import type { Query } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { Dimensions, Milliseconds, Seconds, Trial } from '../model.ts';
import type { RunContext } from './context.ts';
import { inputKey, timeKernel } from './kernel-times.ts';

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
  return defined({
    warmUpSeconds: {},
    kernelMs,
    generatorCeiling: isOpen ? await generatorCeiling(generators, step, signal) : undefined,
  });
}

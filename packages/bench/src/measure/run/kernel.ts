import type { KernelTiming, Outcome } from '../../model.ts';
import { timeKernel } from '../load/loads.ts';
import type { RunContext } from './context.ts';

/** Times the workload alone, in the same round as the contestants. */
export async function runKernel(
  { inputs, secondsPerInput }: KernelTiming,
  context: RunContext,
): Promise<Outcome> {
  const { config, signal } = context;
  const queries = inputs.map(({ query }) => query);
  const spec = { workload: config.workloadSpecifier, queries, secondsPerInput };
  const timings = await timeKernel(spec, signal).catch((error: Error) => {
    signal.throwIfAborted();
    return error;
  });
  if (timings instanceof Error) {
    return {
      state: 'failed',
      reason: 'load-failed',
      message: `the workload itself: ${timings.message}`,
      log: [],
    };
  }
  const kernel = inputs.map(({ condition }, index) => {
    const { meanMs = Number.NaN, runs = 0 } = timings[index] ?? {};
    return { condition, meanMs, runs };
  });
  return { state: 'completed', kernel, warnings: [] };
}

import { timeKernel } from '../load/loads.ts';
import type { KernelTiming, TrialResult } from '../model.ts';
import type { RunContext } from './context.ts';

/** Times the workload alone, in the same round as the contestants. */
export async function runKernel(trial: KernelTiming, { config, signal }: RunContext): Promise<TrialResult> {
  const startedAt = new Date().toISOString();
  const { inputs, secondsPerInput } = trial;
  const queries = inputs.map(({ query }) => query);
  const timings = await timeKernel({ workload: config.workloadSpecifier, queries, secondsPerInput }, signal);
  const kernel = inputs.map(({ condition }, index) => {
    const { meanMs = Number.NaN, runs = 0 } = timings[index] ?? {};
    return { condition, meanMs, runs };
  });
  return { state: 'completed', trial, startedAt, kernel, warnings: [] };
}

import { loadWorkload, type Query } from '@cpu-bound/workload';
import type { Milliseconds, Seconds } from '../../model.ts';
import { answerTask } from '../host/task.ts';

export type KernelSpec = {
  readonly workload: string;
  readonly queries: readonly Query[];
  readonly secondsPerInput: Seconds;
};
export type KernelResult = readonly { readonly meanMs: Milliseconds; readonly runs: number }[];

/** Enough calls for the optimising compiler, few enough for the longest task. */
const WARM_UP_SHARE = 0.5;

/** Times the workload alone on this process's only busy thread, input after input. */
answerTask(async ({ workload: specifier, queries, secondsPerInput }: KernelSpec): Promise<KernelResult> => {
  const workload = await loadWorkload(specifier);
  const results: { meanMs: Milliseconds; runs: number }[] = [];
  for (const query of queries) {
    const input = workload.parse(query);
    const repeat = async (ms: Milliseconds) => {
      const start = performance.now();
      let runs = 0;
      do {
        await workload.run(input);
        runs++;
      } while (performance.now() - start < ms);
      return { meanMs: (performance.now() - start) / runs, runs };
    };
    await repeat(secondsPerInput * 1000 * WARM_UP_SHARE);
    results.push(await repeat(secondsPerInput * 1000));
  }
  return results;
});

import { threadId } from 'node:worker_threads';
import type { JsonObject, Workload } from '@cpu-bound/workload';
import type { Computed } from '../contract.ts';

const worker = { pid: process.pid, threadId };

/** Runs the workload here and now, on the calling thread, and times it. */
export async function computeHere<I extends JsonObject, O extends JsonObject>(
  workload: Workload<I, O>,
  input: I,
): Promise<Computed<O>> {
  const start = performance.now();
  const output = await workload.run(input);
  return { output, computeMs: round3(performance.now() - start), worker };
}

/** Microseconds are as fine as the clock is worth. */
const round3 = (ms: number) => Math.round(ms * 1000) / 1000;

import { parentPort, workerData } from 'node:worker_threads';
import { inputOf, loadWorkload, type Query, rotationOf } from '@cpu-bound/workload';
import type { ThreadTiming } from './spec.ts';

const workload = await loadWorkload(workerData as string);

async function repeat(query: Query, ms: number): Promise<ThreadTiming> {
  const inputs = rotationOf(workload, query).map((one) => inputOf(workload, one));
  const wall = performance.now();
  let runs = 0;
  do {
    for (const input of inputs) await workload.run(input);
    runs += inputs.length;
  } while (performance.now() - wall < ms);
  return { wallMs: (performance.now() - wall) / runs, runs };
}

parentPort?.on('message', async ({ query, ms }: { query: Query; ms: number }) => {
  try {
    parentPort?.postMessage(await repeat(query, ms));
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});

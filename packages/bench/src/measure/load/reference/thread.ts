import { parentPort, workerData } from 'node:worker_threads';
import { loadWorkload, type Query } from '@cpu-bound/workload';
import { mean, squaredCoefficientOfVariation } from '../../../stats/moments.ts';
import type { ReferenceTiming } from './spec.ts';

const workload = await loadWorkload(workerData as string);
const warm = new Set<string>();
/** Enough calls for the optimising compiler, the first time that an input is asked for. */
const WARM_UP_MS = 150;

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

async function repeat(query: Query, ms: number): Promise<ReferenceTiming> {
  const input = workload.parse(query);
  const wall = performance.now();
  const times: number[] = [];
  do {
    const before = cpuMs();
    await workload.run(input);
    times.push(cpuMs() - before);
  } while (performance.now() - wall < ms);
  const wallMs = (performance.now() - wall) / times.length;
  const cv2 = times.length > 1 ? squaredCoefficientOfVariation(times) : 0;
  return { cpuMs: mean(times), wallMs, runs: times.length, cv2 };
}

parentPort?.on('message', async ({ query, ms }: { query: Query; ms: number }) => {
  try {
    const name = JSON.stringify(query);
    if (!warm.has(name)) await repeat(query, WARM_UP_MS);
    warm.add(name);
    parentPort?.postMessage(await repeat(query, ms));
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});

import { parentPort, workerData } from 'node:worker_threads';
import { inputOf, loadWorkload, type Query } from '@cpu-bound/workload';
import { squaredCoefficientOfVariation } from '../../../stats/moments.ts';
import type { ThreadTiming } from './spec.ts';

const workload = await loadWorkload(workerData as string);

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

async function repeat(query: Query, ms: number): Promise<ThreadTiming> {
  const input = inputOf(workload, query);
  const wall = performance.now();
  const times: number[] = [];
  do {
    const before = cpuMs();
    await workload.run(input);
    times.push(cpuMs() - before);
  } while (performance.now() - wall < ms);
  const wallMs = (performance.now() - wall) / times.length;
  // Of tasks that are shorter than a tick of the CPU clock nothing is known.
  const isTold = times.length > 1 && times.some((time) => time > 0);
  const cv2 = isTold ? squaredCoefficientOfVariation(times) : 0;
  return { wallMs, runs: times.length, cv2 };
}

parentPort?.on('message', async ({ query, ms }: { query: Query; ms: number }) => {
  try {
    parentPort?.postMessage(await repeat(query, ms));
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});

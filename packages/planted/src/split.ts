import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import type { Output } from '@cpu-bound/workload';
import { type Count, countPart } from './primes.ts';

/** Starts a thread. @returns a function that asks it for its part; it answers in order */
function startThread(part: number, parts: number): (upTo: number) => Promise<Count> {
  const thread = new Worker(new URL(import.meta.url), { workerData: { part, parts } });
  const waiting: ((count: Count) => void)[] = [];
  thread.on('message', (count: Count) => waiting.shift()?.(count));
  return (upTo) => {
    thread.postMessage(upTo);
    return new Promise((resolve) => waiting.push(resolve));
  };
}

if (isMainThread) {
  const parts = Number(process.env.WORKERS ?? 2);
  const threads = Array.from({ length: parts }, (_, part) => startThread(part, parts));
  await serve(await prepare({ tuning: {} }), {
    async compute(input) {
      const upTo = Number(input.upTo);
      const began = performance.now();
      const counts = await Promise.all(threads.map((countIn) => countIn(upTo)));
      const output: Output = {
        upTo,
        count: counts.reduce((sum, { count }) => sum + count, 0),
        largest: Math.max(...counts.map(({ largest }) => largest)),
      };
      return { output, computeMs: performance.now() - began, worker: { pid: process.pid, threadId: 0 } };
    },
  });
} else {
  const { part, parts } = workerData as { readonly part: number; readonly parts: number };
  parentPort?.on('message', (upTo: number) => parentPort?.postMessage(countPart(upTo, part, parts)));
}

import { hash } from 'node:crypto';
import { Session } from 'node:inspector/promises';
import { workerData } from 'node:worker_threads';
import { inputOf, loadWorkload, type Query } from '@cpu-bound/workload';
import type { Milliseconds } from '../model.ts';
import type { RecallObservations, RecallTask } from './recall.ts';
import { answerWatch, begin } from './watched-thread.ts';

const { specifier, queries, isLast } = workerData as RecallTask;
const [first = {}, ...later] = queries;
/** A warm-up ends after these calls, which suffice for the optimising compiler. */
const WARM_CALLS = 2_000;
/** A warm-up of fewer calls ends after this time. */
const WARM_MS = 400;
/** A later input is called once, and then this many times more: on a busy machine, other programs delay most of them. */
const AGAIN = 5;
/** The number of inputs that are called for the first time, if the time suffices. */
const MOST_LATER = 8;
/** The time in which they are called. */
const LATER_WITHIN_MS = 1_500;
/** A batch ends after this number of calls, this CPU time, or this time by the wall clock. */
const BATCH_CALLS = 1_000;
const BATCH_CPU_MS = 100;
const BATCH_MS = 1_000;
/** Calls that take longer are not measured for memory and speed. */
const LONG_MS = 250;
/** Octets that all calls of a batch leave behind. Less may be code that was compiled meanwhile. */
const LEAST_LEFT = 2 ** 16;
/** An input is read this many times; the fastest reading counts. */
const READS = 5;

const workload = loadWorkload(specifier);

/** Times a call by the CPU clock, as others may have the core, or by the wall clock if that is less. */
async function timed(query: Query): Promise<Milliseconds> {
  const { run, ...rest } = await workload;
  const input = inputOf(rest, query);
  const [before, began] = [process.cpuUsage(), performance.now()];
  await run(input);
  const wall = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  return Math.min(wall, (user + system) / 1000);
}

/** Calls the first input until it is warm. @returns the milliseconds of its fastest call */
async function warmUp(): Promise<Milliseconds> {
  const began = performance.now();
  let least = Number.POSITIVE_INFINITY;
  for (let call = 0; call < WARM_CALLS && performance.now() - began < WARM_MS; call++)
    least = Math.min(least, await timed(first));
  return least;
}

/** Makes a key of an input, as a cache of answers would. @returns how long that takes */
async function readInput(query: Query): Promise<Milliseconds> {
  const input = inputOf(await workload, query);
  let least = Number.POSITIVE_INFINITY;
  for (let read = 0; read < READS; read++) {
    const began = performance.now();
    for (const value of Object.values(input))
      hash('sha256', value instanceof Uint8Array ? value : JSON.stringify(value));
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

/** Times inputs that the thread has not seen: the first call, and the fastest of the later ones. */
async function seenLater(): Promise<RecallObservations['later']> {
  const calls: RecallObservations['later'][number][] = [];
  const began = performance.now();
  for (const query of later.slice(0, MOST_LATER)) {
    const firstMs = await timed(query);
    const again: Milliseconds[] = [];
    for (let call = 0; call < AGAIN && (call === 0 || firstMs < LONG_MS); call++)
      again.push(await timed(query));
    calls.push({ firstMs, againMs: Math.min(...again), keyMs: await readInput(query) });
    if (performance.now() - began > LATER_WITHIN_MS) break;
  }
  return calls;
}

/** Batches that are measured for memory and speed: a leak grows in each, the noise of a machine does not. */
const BATCHES = 5;
/** The fastest of fewer calls would be noise. */
const ENOUGH_CALLS = 50;

type Batch = {
  readonly calls: number;
  readonly leastMs: Milliseconds;
  /** The octets that each call left behind. */
  readonly keptBytes: number;
};

/**
 * Measures the memory that calls leave behind, and how much slower they become. The result is empty for long calls,
 * whose growth the rounds of a run show.
 */
async function growth(ms: Milliseconds): Promise<Omit<RecallObservations, 'later'>> {
  if (ms > LONG_MS) return {};
  const session = new Session();
  session.connect();
  const batches: Batch[] = [];
  while (batches.length < BATCHES) batches.push(await measureBatch(session));
  session.disconnect();
  const later = batches.slice(1); // the first batch fills caches that are filled once
  return {
    keptBytes: Math.min(...later.map(({ keptBytes }) => keptBytes)),
    slowdowns: batches.every(({ calls }) => calls >= ENOUGH_CALLS)
      ? later.map(({ leastMs }, index) => leastMs / (batches[index]?.leastMs ?? leastMs))
      : undefined,
  };
}

async function measureBatch(session: Session): Promise<Batch> {
  const [before, began] = [await heldBytes(session), performance.now()];
  let [calls, spent, leastMs] = [0, 0, Number.POSITIVE_INFINITY];
  do
    for (const query of queries) {
      const took = await timed(query);
      spent += took;
      if (query === first) leastMs = Math.min(leastMs, took);
    }
  while (++calls < BATCH_CALLS && spent < BATCH_CPU_MS && performance.now() - began < BATCH_MS);
  const keptBytes = (await heldBytes(session)) - before;
  return { calls, leastMs, keptBytes: keptBytes < LEAST_LEFT ? 0 : keptBytes / (calls * queries.length) };
}

/** Reads the memory that is still in use after a garbage collection. */
async function heldBytes(session: Session): Promise<number> {
  await session.post('HeapProfiler.collectGarbage');
  const { heapUsed, external } = process.memoryUsage(); // `external` includes the array buffers
  return heapUsed + external;
}

answerWatch(async (): Promise<RecallObservations> => {
  await workload;
  begin('checking whether the function remembers answers', 10 * queries.length);
  const ms = await warmUp();
  return { later: await seenLater(), ...(isLast ? await growth(ms) : {}) };
});

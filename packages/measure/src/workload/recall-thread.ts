import { hash } from 'node:crypto';
import { Session } from 'node:inspector/promises';
import { workerData } from 'node:worker_threads';
import { inputOf, loadWorkload, type Query } from '@cpu-bound/workload';
import type { Milliseconds } from '../model.ts';
import { answerWatch, begin } from './answer-watch.ts';
import type { RecallSeen, RecallTask } from './recall.ts';

const { specifier, queries, isLast } = workerData as RecallTask;
const [first = {}, ...later] = queries;
/** Enough calls for the optimising compiler, or this long. */
const [WARM_CALLS, WARM_MS] = [2_000, 400];
/** A later input is called a first time, and so often again. */
const AGAIN = 2;
/** Inputs that are seen for the first time, as far as there is time for them. */
const [MOST_LATER, LATER_WITHIN_MS] = [8, 1_500];
/** A look ends after so many calls, so much CPU time, or so long by the wall clock. Calls that take longer than the last are not looked at. */
const [KEPT_CALLS, KEPT_MS, LOOK_MS, LONG_MS] = [1_000, 100, 1_000, 250];
/** In all of those calls. Less may be code that was compiled meanwhile. */
const LEAST_KEPT = 2 ** 16;
/** To read an input. */
const READS = 5;

const workload = loadWorkload(specifier);

/** One call by the CPU clock of the process, or by the wall clock where that is less: another program took the rest. */
async function timed(query: Query): Promise<Milliseconds> {
  const { run, ...rest } = await workload;
  const input = inputOf(rest, query);
  const [before, began] = [process.cpuUsage(), performance.now()];
  await run(input);
  const wall = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  return Math.min(wall, (user + system) / 1000);
}

/** @returns milliseconds of a call, once it is warm */
async function warmUp(): Promise<Milliseconds> {
  const began = performance.now();
  let least = Number.POSITIVE_INFINITY;
  for (let call = 0; call < WARM_CALLS && performance.now() - began < WARM_MS; call++)
    least = Math.min(least, await timed(first));
  return least;
}

/** Makes a key of an input, as what remembers answers by their inputs would have to. @returns how long that takes */
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

/** The times of inputs that it has not seen: the first call, and the fastest of the later ones. */
async function seenLater(): Promise<RecallSeen['later']> {
  const found: RecallSeen['later'][number][] = [];
  const began = performance.now();
  for (const query of later.slice(0, MOST_LATER)) {
    const firstMs = await timed(query);
    const again: Milliseconds[] = [];
    for (let call = 0; call < AGAIN && (call === 0 || firstMs < LONG_MS); call++)
      again.push(await timed(query));
    found.push({ firstMs, againMs: Math.min(...again), keyMs: await readInput(query) });
    if (performance.now() - began > LATER_WITHIN_MS) break;
  }
  return found;
}

/** Looks at many calls, one look after the other: what grows does so in each, and the noise of a busy machine does not. */
const LOOKS = 5;
/** The fastest of fewer calls is noise. */
const ENOUGH_CALLS = 50;

/**
 * The memory that calls leave behind, and how much slower they become. Undefined for long calls: a run's rounds show
 * it.
 */
async function growth(ms: Milliseconds): Promise<Omit<RecallSeen, 'later'>> {
  if (ms > LONG_MS) return {};
  const session = new Session();
  session.connect();
  const held = async () => {
    await session.post('HeapProfiler.collectGarbage');
    const { heapUsed, external } = process.memoryUsage(); // `external` has the array buffers
    return heapUsed + external;
  };
  const look = async () => {
    const [before, began] = [await held(), performance.now()];
    let [calls, spent, leastMs] = [0, 0, Number.POSITIVE_INFINITY];
    do
      for (const query of queries) {
        const took = await timed(query);
        spent += took;
        if (query === first) leastMs = Math.min(leastMs, took);
      }
    while (++calls < KEPT_CALLS && spent < KEPT_MS && performance.now() - began < LOOK_MS);
    const kept = (await held()) - before;
    return { calls, leastMs, kept: kept < LEAST_KEPT ? 0 : kept / (calls * queries.length) };
  };
  const looks: Awaited<ReturnType<typeof look>>[] = [];
  while (looks.length < LOOKS) looks.push(await look());
  session.disconnect();
  return {
    // The first look fills what is filled once.
    keptBytes: Math.min(...looks.slice(1).map(({ kept }) => kept)),
    slowdowns: looks.every(({ calls }) => calls >= ENOUGH_CALLS)
      ? looks.slice(1).map(({ leastMs }, index) => leastMs / (looks[index]?.leastMs ?? leastMs))
      : undefined,
  };
}

answerWatch(async (): Promise<RecallSeen> => {
  await workload;
  begin('what it remembers', 10 * queries.length);
  const ms = await warmUp();
  return { later: await seenLater(), ...(isLast ? await growth(ms) : {}) };
});

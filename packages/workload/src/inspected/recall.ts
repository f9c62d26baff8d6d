import { hash } from 'node:crypto';
import { inputOf, type Query, type Workload } from '../contract.ts';

/** The milliseconds of two calls of one input, and of making a key of it, as a cache of answers would. */
type TwoCalls = { readonly firstMs: number; readonly againMs: number; readonly keyMs: number };

/** The calls of the input with the median speed-up by its second call; empty if there was one input. */
export type Recalled = Partial<TwoCalls> & { readonly inputs: number };

/** A warm-up ends after these calls, or this time. */
const WARM_CALLS = 500;
const WARM_MS = 200;
/** A later input is called once, and then this many times more: on a busy machine, other programs delay most of them. */
const AGAIN = 5;
/** Calls that take longer are not repeated. */
const LONG_MS = 250;
/** The time in which inputs are called. */
const WITHIN_MS = 1_500;
/** An input is read this many times; the fastest reading counts. */
const READS = 5;

/**
 * Calls a function with the first input until it is warm, and then with inputs that its worker has not seen, each several
 * times. This separates the work that an input needs from an answer that is remembered.
 */
export async function recallOf(
  workload: Workload,
  [first = {}, ...queries]: readonly Query[],
): Promise<Recalled> {
  const timed = async (query: Query) => {
    const input = inputOf(workload, query);
    const [before, began] = [process.cpuUsage(), performance.now()];
    await workload.run(input);
    const wall = performance.now() - began;
    const { user, system } = process.cpuUsage(before);
    return Math.min(wall, (user + system) / 1000); // others may have the core
  };
  const warmed = performance.now();
  for (let call = 0; queries.length > 0 && call < WARM_CALLS && performance.now() - warmed < WARM_MS; call++)
    await timed(first);
  const began = performance.now();
  const later: TwoCalls[] = [];
  for (const query of queries) {
    const firstMs = await timed(query);
    const again: number[] = [];
    for (let call = 0; call < AGAIN && (call === 0 || firstMs < LONG_MS); call++)
      again.push(await timed(query));
    later.push({ firstMs, againMs: Math.min(...again), keyMs: keyMs(workload, query) });
    if (performance.now() - began > WITHIN_MS) break;
  }
  later.sort((a, b) => a.firstMs / a.againMs - b.firstMs / b.againMs);
  return { inputs: 1 + queries.length, ...later[Math.ceil(later.length / 2) - 1] };
}

function keyMs(workload: Workload, query: Query): number {
  const values = Object.values(inputOf(workload, query));
  const times = Array.from({ length: READS }, () => {
    const began = performance.now();
    for (const value of values) hash('sha256', value instanceof Uint8Array ? value : JSON.stringify(value));
    return performance.now() - began;
  });
  return Math.min(...times);
}

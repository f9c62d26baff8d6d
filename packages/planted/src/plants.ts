import { createHash } from 'node:crypto';
import type { Clock } from './clock.ts';

const EVERY_MS = 5_000;
const PAUSE_MS = 200;
const BURST_MS = 500;

type Run<I, O> = (input: I) => O | Promise<O>;
type Plant = <I, O>(run: Run<I, O>, clock: Clock) => Run<I, O>;

/** Each makes a workload's function faulty in one way, whatever the load; the answers stay right. */
export const plants = {
  plain: (run) => run,
  /** The first task of every period stops the event loop. */
  pause(run, { now, block }) {
    let paused = periodAt(now());
    return (input) => {
      const period = periodAt(now());
      if (period > paused) block(PAUSE_MS);
      paused = period;
      return run(input);
    };
  },
  burst: (run, { now }) => {
    const twice = repeated(run, 2);
    return (input) => (now() % EVERY_MS < BURST_MS ? twice(input) : run(input));
  },
  tenth(run) {
    const thrice = repeated(run, 3);
    let requests = 0;
    return (input) => (isSlow(requests++) ? thrice(input) : run(input));
  },
  five: (run, { cpu }) => {
    return async (input) => {
      const begin = cpu();
      const output = await run(input);
      for (const end = begin + (cpu() - begin) * 1.05; cpu() < end; );
      return output;
    };
  },
} as const satisfies Record<string, Plant>;

export const plantNames = Object.keys(plants) as [keyof typeof plants, ...(keyof typeof plants)[]];

const periodAt = (ms: number): number => Math.floor(ms / EVERY_MS);

function repeated<I, O>(run: Run<I, O>, times: number): Run<I, O> {
  return async (input) => {
    for (let extra = 1; extra < times; extra++) await run(input);
    return run(input);
  };
}

const TEN = 10;

/** One of each ten, at a place drawn by their number: one in a fixed place could keep step with the connections. */
function isSlow(request: number): boolean {
  const ten = Math.floor(request / TEN);
  const drawn = createHash('sha256').update(`ten ${ten}`).digest().readUInt32BE() % TEN;
  return request % TEN === drawn;
}

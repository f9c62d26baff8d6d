import { createHash } from 'node:crypto';
import { overloaded } from '@cpu-bound/service/http/problems';
import type { Clock } from './clock.ts';

const EVERY_MS = 5_000;
const PAUSE_MS = 200;
const BURST_MS = 500;
const MINUTE_MS = 60_000;
const RARE_MS = 1_000;
const LEAK_BYTES_PER_MINUTE = 10 * 2 ** 20;
const [TIMER_MS, TIMER_EVERY_MS] = [5, 25];
/** Nearly a frame: most stops fall into a wait, which goes on meanwhile. */
const SLEEP_MS = 20;
const [OBJECTS, TASKS_KEPT] = [20_000, 20];
const [WALKED_BYTES, CACHE_LINE] = [8 * 2 ** 20, 64];
/** `ahead` computes for later after this time without a request. */
const IDLE_MS = 20;
const MOST_AHEAD = 2_000;

type Run<I, O> = (input: I) => O | Promise<O>;
type Plant = <I, O>(run: Run<I, O>, clock: Clock) => Run<I, O>;

/** Each plant makes a workload's function faulty in one way, whatever the load; the answers stay right. */
export const plants = {
  plain: (run) => run,
  /** The first task 5 s after the last pause stops the event loop, as one does that has to refresh a cache. */
  pause(run, { now, block }) {
    let paused = now();
    return (input) => {
      if (now() - paused >= EVERY_MS) {
        paused = now();
        block(PAUSE_MS);
      }
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
  five: moreWork(0.05),
  ten: moreWork(0.1),
  twenty: moreWork(0.2),
  /** The first second of every minute passes without work. One window of a soak contains it. */
  rare:
    (run, { now, block }) =>
    (input) => {
      const into = now() % MINUTE_MS;
      if (into < RARE_MS) block(RARE_MS - into);
      return run(input);
    },
  /** The leak follows the clock and not the requests, so that it goes on while others are measured. */
  leak(run, { now, keep }) {
    let leaked = now();
    return (input) => {
      const due = Math.floor(((now() - leaked) / MINUTE_MS) * LEAK_BYTES_PER_MINUTE);
      if (due > 0) keep(due);
      leaked = now();
      return run(input);
    };
  },
  refuse: (run) =>
    everySecond(run, () => {
      throw overloaded();
    }),
  fail: (run) =>
    everySecond(run, () => {
      throw new Error('planted');
    }),
  /** Returns the stored answer to an input that came before. */
  cache(run) {
    const answers = new Map<string, Awaited<ReturnType<typeof run>>>();
    return async (input) => {
      const key = JSON.stringify(input);
      const answer = answers.get(key) ?? (await run(input));
      answers.set(key, answer);
      return answer;
    };
  },
  /** Computes the next answers to the last input while no request comes. */
  ahead(run) {
    const stock: Awaited<ReturnType<typeof run>>[] = [];
    let key = '';
    let idle: NodeJS.Timeout | undefined;
    return async (input) => {
      clearTimeout(idle);
      if (key !== JSON.stringify(input)) stock.length = 0;
      key = JSON.stringify(input);
      const fill = async () => {
        stock.push(await run(input));
        if (stock.length < MOST_AHEAD) idle = setTimeout(fill).unref();
      };
      idle = setTimeout(fill, IDLE_MS).unref();
      return stock.pop() ?? run(input);
    };
  },
  /** A fifth of a core goes to a timer, whether requests come or not. */
  timer(run, { cpu }) {
    setInterval(() => use(TIMER_MS, cpu), TIMER_EVERY_MS).unref();
    return run;
  },
  /** Each task begins with a wait, in which no other task computes. */
  sleep:
    (run, { block }) =>
    (input) => {
      block(SLEEP_MS);
      return run(input);
    },
  /** Each task makes objects that some later tasks still have, so that a collector has much to do. */
  garbage(run) {
    const kept: object[][] = [];
    return (input) => {
      kept.push(Array.from({ length: OBJECTS }, (_, number) => ({ number, input })));
      if (kept.length > TASKS_KEPT) kept.shift();
      return run(input);
    };
  },
  /** Each task reads 8 MiB, which the next frame's service may take out of the processor's cache. */
  walk(run) {
    const memory = new Uint8Array(WALKED_BYTES).fill(1);
    let sum = 0;
    return (input) => {
      for (let at = 0; at < memory.length; at += CACHE_LINE) sum += memory[at] ?? 0;
      if (sum === 0) throw new Error('nothing was read');
      return run(input);
    };
  },
} as const satisfies Record<string, Plant>;

/** Computes for this CPU time. */
function use(ms: number, cpu: Clock['cpu']): void {
  for (const end = cpu() + ms; cpu() < end; );
}

export const plantNames = Object.keys(plants) as [keyof typeof plants, ...(keyof typeof plants)[]];

/** Uses this share of the CPU time of each request once more. */
function moreWork(share: number): Plant {
  return (run, { cpu }) =>
    async (input) => {
      const begin = cpu();
      const output = await run(input);
      for (const end = begin + (cpu() - begin) * (1 + share); cpu() < end; );
      return output;
    };
}

function everySecond<I, O>(run: Run<I, O>, instead: () => never): Run<I, O> {
  let requests = 0;
  return (input) => (requests++ % 2 === 1 ? instead() : run(input));
}

function repeated<I, O>(run: Run<I, O>, times: number): Run<I, O> {
  return async (input) => {
    for (let extra = 1; extra < times; extra++) await run(input);
    return run(input);
  };
}

const TEN = 10;

/**
 * Tells whether a request is one of ten that are slow. Its place in the ten is drawn by their number: a fixed place
 * could keep step with the connections.
 */
function isSlow(request: number): boolean {
  const ten = Math.floor(request / TEN);
  const drawn = createHash('sha256').update(`ten ${ten}`).digest().readUInt32BE() % TEN;
  return request % TEN === drawn;
}

import { type Random, seededRandom } from '../src/random.ts';

/** The time of a task on a machine without other programs. */
const TASK_MS = 5;
const LEAD_IN_MS = 1000;
const WANDER_STEP_MS = 50;

/** The factor by which a machine is slower than usual at a time, for one of its servers. */
type Slowness = (at: number, server: number) => number;
export const WEATHERS = ['calm', 'wandering', 'disturbed', 'neighbour'] as const;
export type Weather = (typeof WEATHERS)[number];
/** One server; two servers with one queue; two with a queue each and requests dealt at random. */
export type Service = 'single' | 'shared' | 'dealt';
export type Fault = 'none' | 'pause' | 'slow-burst' | 'slow-tenth' | 'more-work';

/** An experiment's machine, service and load. */
export type Cell = {
  readonly service: Service;
  readonly weather: Weather;
  readonly perSecond: number;
  readonly seconds: number;
};

/**
 * The latencies of windows, in milliseconds, ascending: Poisson arrivals given their count, tasks that scatter by 3 %, and
 * windows that are independent of one another. Arms of the same seed have the same arrivals, as in a run.
 */
export function simulatedWindows(
  cell: Cell,
  count: number,
  seed: string,
  { arm = 'a', fault = 'none' }: { readonly arm?: string; readonly fault?: Fault } = {},
): Float64Array[] {
  const arrivals = seededRandom(seed);
  const random = seededRandom(`${seed}/${arm}`);
  return Array.from({ length: count }, () => simulatedWindow(cell, dueIn(cell, arrivals), random, fault));
}

function dueIn({ perSecond, seconds }: Cell, random: Random): Float64Array {
  const all = seconds * 1000 + LEAD_IN_MS;
  return Float64Array.from(
    { length: (perSecond * all) / 1000 },
    () => random.next() * all - LEAD_IN_MS,
  ).sort();
}

function simulatedWindow(
  { service, weather, seconds }: Cell,
  due: Float64Array,
  random: Random,
  fault: Fault,
) {
  const slowness = WEATHER[weather](random, seconds * 1000);
  // Pauses and bursts come every 5 s. A window begins at any time of that period.
  const phase = random.next() * 5000;
  const free = [-LEAD_IN_MS, service === 'single' ? Number.POSITIVE_INFINITY : -LEAD_IN_MS] as [
    number,
    number,
  ];
  let nextPause = fault === 'pause' ? phase - LEAD_IN_MS - 5000 : Number.POSITIVE_INFINITY;
  const latencies: number[] = [];
  for (const at of due) {
    const nextFree = free[0] <= free[1] ? 0 : 1;
    const server = service === 'dealt' ? random.below(2) : nextFree;
    const begin = Math.max(at, free[server as 0 | 1]);
    let work = TASK_MS * (1 + 0.03 * random.normal());
    if (fault === 'more-work') work *= 1.1;
    if (fault === 'slow-tenth' && random.next() < 0.1) work *= 2;
    // The 20 s are whole periods: without them, the remainder would be negative in the lead-in.
    if (fault === 'slow-burst' && (begin + 20_000 - phase) % 5000 < 500) work *= 2;
    let took = work * slowness(begin, server);
    if (begin >= nextPause) took += 200;
    while (nextPause <= begin) nextPause += 5000;
    free[server as 0 | 1] = begin + took;
    if (at >= 0) latencies.push(begin + took - at);
  }
  return Float64Array.from(latencies).sort();
}

const WEATHER: Record<Weather, (random: Random, end: number) => Slowness> = {
  calm: () => () => 1,
  /** ln speed is an Ornstein–Uhlenbeck process: sd 12 %, correlated over 2 s, the same for all cores. */
  wandering: (random, end) => {
    const correlation = Math.exp(-WANDER_STEP_MS / 2000);
    let lnSpeed = 0.12 * random.normal();
    const steps = Array.from({ length: Math.ceil((end + LEAD_IN_MS) / WANDER_STEP_MS) }, () => {
      const slowness = Math.exp(-lnSpeed);
      lnSpeed = correlation * lnSpeed + Math.sqrt(1 - correlation ** 2) * 0.12 * random.normal();
      return slowness;
    });
    return (at) => steps[Math.min(steps.length - 1, Math.floor((at + LEAD_IN_MS) / WANDER_STEP_MS))] ?? 1;
  },
  /** Once a minute another program runs for 2 s, in which all cores have 55 % of their speed. */
  disturbed: (random) => {
    const from = 60_000 * random.next() - LEAD_IN_MS - 2000;
    return (at) => (at >= from && at < from + 2000 ? 1 / 0.55 : 1);
  },
  /** Bursts of 0.2 to 3 s over a quarter of the time, in which the core of the first server gives it half. */
  neighbour: (random, end) => {
    const bursts: (readonly [from: number, to: number])[] = [];
    let at = -LEAD_IN_MS - 60_000 - 20_000 * random.next();
    while (at < end) {
      const length = 200 + 2800 * random.next();
      bursts.push([at, at + length]);
      at += length + length * 3 * (0.5 + random.next());
    }
    const near = bursts.filter(([, to]) => to > -LEAD_IN_MS);
    const isBurst = (when: number) => near.some(([from, to]) => when >= from && when < to);
    return (when, server) => (server === 0 && isBurst(when) ? 2 : 1);
  },
};

import { seededRandom } from '../src/random.ts';
import { isWithin, type RateArm, type RateWindow } from '../src/rate-within.ts';
import { type Cell, type Fault, simulatedWindows, type Weather } from './simulated-windows.ts';

/** Four strategies with tasks of 5 ms on two cores, and the throughput of each. */
export const STRATEGIES = {
  single: { service: 'single', throughput: 200, fault: 'none' },
  cluster: { service: 'dealt', throughput: 400, fault: 'none' },
  threads: { service: 'shared', throughput: 400, fault: 'none' },
  queue: { service: 'shared', throughput: 364, fault: 'more-work' },
} as const satisfies Record<
  string,
  { readonly service: Cell['service']; readonly throughput: number; readonly fault: Fault }
>;
export type Strategy = keyof typeof STRATEGIES;

const TARGET_MS = 50;

/** The plan of a study: its rounds, the first rounds that have two windows, and the length of a window. */
export type Study = {
  readonly weather: Weather;
  readonly seconds: number;
  readonly rounds: number;
  readonly twice: number;
};

function measure(strategy: Strategy, perSecond: number, { weather, seconds }: Study, seed: string) {
  const { service, fault } = STRATEGIES[strategy];
  const [latencies = new Float64Array()] = simulatedWindows(
    { service, weather, perSecond, seconds },
    1,
    seed,
    {
      arm: strategy,
      fault,
    },
  );
  const late = latencies.length - latencies.filter((ms) => ms <= TARGET_MS).length;
  return { sent: latencies.length, late };
}

/** A staircase of one strategy in a study; `name` tells twins apart. */
export function staircase(strategy: Strategy, study: Study, seed: string, name: string = strategy): RateArm {
  const throughput: number = STRATEGIES[strategy].throughput;
  const seen = throughput * Math.exp(0.08 * seededRandom(`${seed}/${name}/throughput`).normal());
  const windows: RateWindow[] = [];
  let perSecond = 0.75 * seen;
  for (let round = 1; round <= study.rounds; round++)
    for (let block = 0; block < (round <= study.twice ? 2 : 1); block++) {
      const counts = measure(strategy, perSecond, study, `${seed}/${name}/${round}/${block}`);
      windows.push({ round, perSecond, ...counts });
      perSecond = isWithin(counts) ? Math.min(perSecond * 1.15, 0.99 * seen) : perSecond / 1.15;
    }
  return { id: name, windows };
}

/** The rate at which half of the windows are within the target, by many windows. */
export function trueRate(strategy: Strategy, study: Study, windows: number): number {
  const throughput: number = STRATEGIES[strategy].throughput;
  let [below, above] = [0.2 * throughput, throughput];
  for (let step = 0; step < 9; step++) {
    const rate = (below + above) / 2;
    let within = 0;
    for (let index = 0; index < windows; index++)
      if (isWithin(measure(strategy, rate, study, `truth/${index}`))) within++;
    if (2 * within > windows) below = rate;
    else above = rate;
  }
  return (below + above) / 2;
}

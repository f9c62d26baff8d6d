import { runLike, smallestFound } from '@cpu-bound/stats/detection';
import { standardDeviation } from '@cpu-bound/stats/moments';
import { quantile, sortedCopy } from '@cpu-bound/stats/quantile';
import type { Check, Milliseconds } from '../model.ts';

/** As `standard`: rounds of two arms in turn, with this number of blocks each. */
const ROUNDS = 10;
const BLOCKS = 2;
const PAIRS = 6;
const STRETCHES = ROUNDS * BLOCKS * 2;
const STRETCH_MS: Milliseconds = 100;
const MOST_RATIO = 1.15;
const MOST_LAG_MS = 5;

/** Does the same work every time. Its rate in each tenth of a second shows how steady a core is. */
function spin(): number {
  let sum = 0;
  for (let index = 0; index < 200_000; index++) sum = (sum + (index ^ (sum >> 3))) & 0xff_ffff;
  return sum;
}

/** Measures the rate of the same work in each stretch, and how late a timer fires that is set for its end. */
async function measureStretches(): Promise<{ rates: number[]; lags: Milliseconds[] }> {
  const rates: number[] = [];
  const lags: Milliseconds[] = [];
  for (let index = 0; index < STRETCHES; index++) {
    const began = performance.now();
    let done = 0;
    while (performance.now() - began < STRETCH_MS) done += spin() >= 0 ? 1 : 0;
    rates.push(done / (performance.now() - began));
    const due = performance.now() + 2;
    await new Promise((resolve) => setTimeout(resolve, 2));
    lags.push(Math.max(0, performance.now() - due));
  }
  return { rates, lags };
}

/** The ratio that 19 of 20 runs with verdicts would find, as if the stretches were windows of two contestants in turn. */
function ratioFound(rates: readonly number[]): number {
  const tables = Array.from({ length: ROUNDS }, (_, round) => {
    const inRound = rates.slice(round * BLOCKS * 2, (round + 1) * BLOCKS * 2).map(Math.log);
    return [0, 1].map((arm) => inRound.filter((_rate, index) => index % 2 === arm));
  });
  const run = runLike([tables]);
  return quantile(run ? smallestFound(run, { family: PAIRS, seed: 'steadiness', simulated: 200 }) : [], 0.95);
}

/**
 * Checks the machine before a run spends its time, in five seconds of one core. It measures how much the speed
 * scatters from one tenth of a second to the next, and how late timers fire. It also estimates the smallest
 * difference that a run with verdicts would show here.
 */
export async function steadinessChecks(): Promise<Check[]> {
  const { rates, lags } = await measureStretches();
  const scatter = standardDeviation(rates.map(Math.log));
  const ratio = ratioFound(rates);
  const lag = quantile(sortedCopy(lags), 0.95);
  return [
    {
      id: 'steadiness',
      fit: ratio <= MOST_RATIO,
      detail: `the speed of a core varies by ${(scatter * 100).toFixed(1)} % between tenths of a second: 19 of 20 runs of ${ROUNDS} rounds would find a factor of ${ratio.toFixed(2)}`,
      remedy: 'measure at a quieter hour, end other programs, or take more rounds',
    },
    {
      id: 'timers',
      fit: lag <= MOST_LAG_MS,
      detail: `fire up to ${lag.toFixed(1)} ms late (p95)`,
      remedy:
        'latencies get intervals that are wider by as much; a quieter machine, or root for real-time priority, helps',
    },
  ];
}

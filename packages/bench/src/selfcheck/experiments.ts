import { closedLoop } from '../measure/load/closed/closed-loop.ts';
import { excludes } from '../stats/interval.ts';
import { pairedRatio } from '../stats/paired-ratio.ts';
import { seededRandom } from '../stats/random.ts';
import { ACCEPTANCE, type Finding } from './acceptance.ts';
import { LOOPS, spinWorkload } from './spin.ts';
import { withServer } from './with-server.ts';

const CONNECTIONS = 8;
const LEAD_IN_SECONDS = 0.3;
const SECONDS = 0.5;

/** Verified answers per second of a fresh server that does `extraPercent` more work than it should. */
function throughput(extraPercent: number): Promise<number> {
  return withServer('busy', extraPercent, async (origin) => {
    const load = { kind: 'closed', query: { loops: String(LOOPS) }, connections: CONNECTIONS } as const;
    const spec = { origin, load, leadInSeconds: LEAD_IN_SECONDS, seconds: SECONDS };
    const { result } = await closedLoop(spec, spinWorkload as never);
    if (result.firstWrong) throw new Error(result.firstWrong);
    return result.answers / result.seconds;
  });
}

/** One experiment as a run makes it: rounds of two arms in seeded order, a fresh process each, the paired ratio. */
async function experiment(seed: string, extraPercent: number, signal: AbortSignal) {
  const baseline: number[] = [];
  const other: number[] = [];
  for (let round = 1; round <= ACCEPTANCE.rounds; round++) {
    for (const arm of seededRandom(`${seed}/${round}`).shuffle(['baseline', 'other'] as const)) {
      signal.throwIfAborted();
      const rate = await throughput(arm === 'baseline' ? 0 : extraPercent);
      (arm === 'baseline' ? baseline : other).push(rate);
    }
  }
  return pairedRatio(other, baseline);
}

/** A/A: the same program twice must not be told apart more often than the stated error rate allows. */
export async function alarms(
  seed: string,
  signal: AbortSignal,
  onStep: (what: string) => void,
): Promise<Finding> {
  const { experiments, mostAlarms, rounds } = ACCEPTANCE;
  let found = 0;
  for (let index = 1; index <= experiments; index++) {
    const ratio = await experiment(`${seed}/aa/${index}`, 0, signal);
    if (excludes(ratio, 1)) found++;
    onStep(
      `A/A ${index} of ${experiments}: ${ratio.estimate.toFixed(3)} [${ratio.low.toFixed(3)}, ${ratio.high.toFixed(3)}]`,
    );
  }
  return {
    id: 'a-a',
    what: `${experiments} runs of a program against itself, ${rounds} rounds each`,
    accepted: `at most ${mostAlarms} alarms`,
    observed: `${found} alarms`,
    ok: found <= mostAlarms,
  };
}

/** A planted slowdown must be found: the interval lies below 1. */
export async function misses(
  seed: string,
  signal: AbortSignal,
  onStep: (what: string) => void,
): Promise<Finding> {
  const { experiments, mostMisses, plantedPercent, rounds } = ACCEPTANCE;
  let missed = 0;
  for (let index = 1; index <= experiments; index++) {
    const ratio = await experiment(`${seed}/planted/${index}`, plantedPercent, signal);
    if (ratio.high >= 1) missed++;
    onStep(
      `planted ${index} of ${experiments}: ${ratio.estimate.toFixed(3)} [${ratio.low.toFixed(3)}, ${ratio.high.toFixed(3)}]`,
    );
  }
  return {
    id: 'planted',
    what: `${experiments} runs against the same program with ${plantedPercent} % more work, ${rounds} rounds each`,
    accepted: `at most ${mostMisses} missed`,
    observed: `${missed} missed`,
    ok: missed <= mostMisses,
  };
}

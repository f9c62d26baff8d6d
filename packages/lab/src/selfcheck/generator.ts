import { nullLoad, withNullServer } from '@cpu-bound/measure/load/ceiling';
import { runOpenLoop } from '@cpu-bound/measure/load/loads';
import type { Finding } from './acceptance.ts';

const CHEAP = { perSecond: 1_000, mostCpu: 0.35 };
const FAST = { perSecond: 5_000, leastAnswered: 0.97 };
const SECONDS = 4;

/**
 * Measures the cost of the open-loop generator against a server that does nothing, and whether it keeps up at a high
 * rate.
 */
export async function generator(signal: AbortSignal): Promise<Finding[]> {
  const { cheap, fast } = await withNullServer(async (origin) => ({
    cheap: (await runOpenLoop(nullLoad(origin, CHEAP.perSecond, SECONDS), signal)).result,
    fast: (await runOpenLoop(nullLoad(origin, FAST.perSecond, SECONDS), signal)).result,
  }));
  const cores = cheap.generatorCpu / SECONDS;
  const answered = fast.answers / (fast.perSecond * fast.seconds);
  return [
    {
      id: 'generator-cpu',
      what: `the generator's own CPU at ${CHEAP.perSecond} req/s`,
      accepted: `at most ${CHEAP.mostCpu * 100} % of a core`,
      observed: `${(cores * 100).toFixed(0)} %`,
      ok: cores <= CHEAP.mostCpu,
    },
    {
      id: 'generator-keeps-up',
      what: `answers within the window at ${FAST.perSecond} req/s`,
      accepted: `at least ${FAST.leastAnswered * 100} % of what was due`,
      observed: `${(answered * 100).toFixed(1)} %, p99 of the lag ${fast.sendLagP99.toFixed(2)} ms`,
      ok: answered >= FAST.leastAnswered,
    },
  ];
}

import { nullLoad, withNullServer } from '../measure/load/ceiling.ts';
import { runOpenLoop } from '../measure/load/loads.ts';
import type { Finding } from './acceptance.ts';

const CHEAP = { perSecond: 1_000, mostCpu: 0.35 };
const FAST = { perSecond: 5_000, mostLagMs: 1 };
const SECONDS = 4;

/** What the open-loop generator costs, and how punctual it is at a high rate, against a server that does nothing. */
export async function generator(signal: AbortSignal): Promise<Finding[]> {
  const [cheap, fast] = await withNullServer(async (origin) => [
    (await runOpenLoop(nullLoad(origin, CHEAP.perSecond, SECONDS), signal)).result,
    (await runOpenLoop(nullLoad(origin, FAST.perSecond, SECONDS), signal)).result,
  ]);
  const cores = (cheap?.generatorCpu ?? Number.NaN) / SECONDS;
  const lag = fast?.sendLagP99 ?? Number.NaN;
  return [
    {
      id: 'generator-cpu',
      what: `the generator's own CPU at ${CHEAP.perSecond} req/s`,
      accepted: `at most ${CHEAP.mostCpu * 100} % of a core`,
      observed: `${(cores * 100).toFixed(0)} %`,
      ok: cores <= CHEAP.mostCpu,
    },
    {
      id: 'generator-lag',
      what: `how late requests leave at ${FAST.perSecond} req/s`,
      accepted: `p99 at most ${FAST.mostLagMs} ms`,
      observed: `p99 ${lag.toFixed(2)} ms`,
      ok: lag <= FAST.mostLagMs,
    },
  ];
}

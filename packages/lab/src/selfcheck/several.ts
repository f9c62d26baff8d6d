import { generatorCeiling, withNullServer } from '@cpu-bound/measure/load/ceiling';
import { createGenerators } from '@cpu-bound/measure/load/loads';
import { primes } from '@cpu-bound/workload';
import { type Finding, hasCoreForEach, outcome } from './acceptance.ts';
import { withRequest } from './one-request.ts';

const SECONDS = 2;
const LEAD_IN_SECONDS = 0.5;
const ATTEMPTS = 3;
const CONNECTIONS = 64;
/** Numbers of generators are compared, so their ceilings are searched in smaller steps than that of a run. */
const STEP = 1.25;

/** Compares the requests per second that one, two and three generators send to a server that does nothing. */
export async function several(signal: AbortSignal): Promise<Finding[]> {
  const generators = createGenerators();
  const load = { kind: 'closed', query: {}, connections: CONNECTIONS } as const;
  const shared = { load, workload: primes.name, leadInSeconds: LEAD_IN_SECONDS, seconds: SECONDS };
  const open: number[] = [];
  const closed: number[] = [];
  try {
    await withRequest('/', (requests) =>
      withNullServer(async (origin) => {
        for (const count of [1, 2, 3]) {
          open.push(await generatorCeiling(generators, 1, signal, { count, step: STEP }));
          const task = { ...shared, origin, requests, generators: count };
          const rates: number[] = [];
          for (let attempt = 0; attempt < ATTEMPTS; attempt++)
            rates.push((await generators.closed.run(task, signal)).result.perSecond);
          closed.push(Math.max(...rates));
        }
      }),
    );
  } finally {
    await generators.stop();
  }
  return [finding('open-ceiling', 'an open loop', open), finding('closed-ceiling', 'a closed loop', closed)];
}

const finding = (id: string, loop: string, [one = 0, two = 0, ...more]: readonly number[]): Finding => ({
  id,
  what: `${loop} at most, to a server that does nothing, by one generator, two and three`,
  accepted: 'more by two than by one, where each has a core, and the server',
  observed: [one, two, ...more].map((perSecond) => `${perSecond.toFixed(0)}/s`).join(', '),
  ...outcome(hasCoreForEach(2), two > one),
});

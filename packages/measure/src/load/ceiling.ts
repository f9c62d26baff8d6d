import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Seconds } from '../model.ts';
import type { Generators } from './loads.ts';
import type { OpenLoopSpec } from './open/spec.ts';

/** Doubling steps: a ceiling is wanted to the nearest factor, not to the nearest request. */
const STEPS = [1_000, 2_000, 4_000, 8_000];
const WARM_UP_RATE = 500;
const LONGEST_LEAD_IN: Seconds = 0.3;
/** A generator keeps up where nearly all that it was to send is answered within the window. */
const KEPT_UP = 0.97;

/** Runs `use` against a server that does nothing. */
export async function withNullServer<T>(use: (origin: string) => Promise<T>): Promise<T> {
  const child = fork(new URL('./null-server.ts', import.meta.url));
  try {
    const [port] = await once(child, 'message');
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

/** The load that the null server is offered at a step. */
export const nullLoad = (origin: string, perSecond: number, seconds: Seconds): OpenLoopSpec => ({
  origin,
  targets: [{ label: 'all', path: '/', share: 1 }],
  arrivals: 'poisson',
  perSecond,
  seconds,
  leadInSeconds: Math.min(LONGEST_LEAD_IN, seconds),
  seed: `ceiling/${perSecond}`,
  policy: 'random',
  connections: 64,
  mostConnections: 1_000,
  timeoutMs: 5_000,
});

/**
 * Starts generators and lets them compile, one after the other: two processes that start in real time at once take
 * two cores for a moment, and the first of their windows would pay for it.
 */
export async function warmGenerators(
  generators: Pick<Generators, 'open' | 'probe'>,
  names: readonly ('open' | 'probe')[],
  seconds: Seconds,
  signal: AbortSignal,
): Promise<void> {
  await withNullServer(async (origin) => {
    for (const name of names) await generators[name].run(nullLoad(origin, WARM_UP_RATE, seconds), signal);
  });
}

/**
 * The highest rate of `STEPS` at which the open loop keeps up with a server that does nothing: its throughput, not
 * its punctuality, which each window answers for itself.
 *
 * @returns requests per second: at least half of the first step, which any machine keeps
 */
export async function generatorCeiling(
  generators: Pick<Generators, 'open'>,
  secondsPerStep: Seconds,
  signal: AbortSignal,
): Promise<number> {
  return withNullServer(async (origin) => {
    const keepsUp = async (perSecond: number) => {
      const { result } = await generators.open.run(nullLoad(origin, perSecond, secondsPerStep), signal);
      return result.answers >= KEPT_UP * result.perSecond * result.seconds;
    };
    let ceiling = (STEPS[0] ?? 0) / 2;
    for (const perSecond of STEPS) {
      // Twice, for a moment's disturbance would leave out every load above it for the rest of the run.
      if (!((await keepsUp(perSecond)) || (await keepsUp(perSecond)))) break;
      ceiling = perSecond;
    }
    return ceiling;
  });
}

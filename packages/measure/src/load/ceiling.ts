import { fork } from 'node:child_process';
import { ended } from '../host/marker.ts';
import { assertProcessRoom, firstMessage, startsThreads } from '../host/process-room.ts';
import type { Seconds } from '../model.ts';
import type { Generators } from './loads.ts';
import type { OpenLoopSpec } from './open/spec.ts';

const FIRST_STEP = 1_000;
const WARM_UP_RATE = 500;
const LONGEST_LEAD_IN: Seconds = 0.3;
/** A generator keeps up if it gets this share of its answers within the window. */
const ENOUGH_ANSWERED = 0.97;

/** Runs `use` against a server that does nothing. @throws SystemRefusal if the system allows no more processes */
export async function withNullServer<T>(
  use: (origin: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const name = 'the server that does nothing';
  assertProcessRoom(name);
  const child = fork(new URL('./null-server.ts', import.meta.url));
  startsThreads(child.pid);
  try {
    const port = await firstMessage(child, name, signal);
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    await ended(child, 'SIGKILL');
  }
}

export const nullLoad = (origin: string, perSecond: number, seconds: Seconds): OpenLoopSpec => ({
  origin,
  targets: [{ label: 'all', path: '/', weight: 1 }],
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
 * Starts generators one after the other, and lets them compile. Two processes that start at once in real time would
 * take two cores for a moment, and spoil the first window of a generator.
 */
export async function warmGenerators(
  generators: Pick<Generators, 'open' | 'probe'>,
  names: readonly ('open' | 'probe')[],
  seconds: Seconds,
  signal: AbortSignal,
): Promise<void> {
  await withNullServer(async (origin) => {
    for (const name of names) await generators[name].run(nullLoad(origin, WARM_UP_RATE, seconds), signal);
  }, signal);
}

/**
 * Finds the highest rate at which the generators of an open loop keep up with a server that does nothing. It raises the
 * rate until they do not. Only throughput counts here: each window checks the punctuality of its generators by itself.
 *
 * @param options.count of the generators; a run asks for the ceiling of one
 * @param options.step the factor from one rate to the next; a run has to know the ceiling to the nearest factor of two
 * @returns requests per second: at least the first rate ÷ the step, which any machine keeps
 */
export async function generatorCeiling(
  generators: Pick<Generators, 'open'>,
  secondsPerStep: Seconds,
  signal: AbortSignal,
  { count = 1, step = 2 }: { readonly count?: number; readonly step?: number } = {},
): Promise<number> {
  return withNullServer(async (origin) => {
    const keepsUp = async (perSecond: number) => {
      const load = { ...nullLoad(origin, perSecond, secondsPerStep), generators: count };
      const { result } = await generators.open.run(load, signal);
      return result.answers >= ENOUGH_ANSWERED * result.perSecond * result.seconds;
    };
    let perSecond = FIRST_STEP;
    // Each step has two attempts, because a moment's disturbance would count for the rest of the run.
    while ((await keepsUp(perSecond)) || (await keepsUp(perSecond))) perSecond *= step;
    return perSecond / step;
  }, signal);
}

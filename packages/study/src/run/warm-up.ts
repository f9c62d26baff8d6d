import { ContestantFailure } from '@cpu-bound/measure/host/contestant-failure';
import type { Service } from '@cpu-bound/measure/host/service';
import { defined } from '@cpu-bound/workload/defined';
import type { ClosedLoad, Seconds, Subject } from '../model.ts';
import type { RunContext } from './context.ts';
import { steadyFrom } from './steady.ts';

/** The tail of the first warm-up that counts as steady. */
const STEADY_SHARE = 0.5;
/** A margin for the processes that warm up more slowly than the one that was watched. */
const MARGIN = 1.25;
const LONGEST: Seconds = 4;

/**
 * Saturates it with the headline input, not measured: compilers, connections and caches get warm. How long that takes
 * is watched once for each contestant, and known from then on.
 *
 * @param cpus what it may use, where that is not all of the machine
 * @throws ContestantFailure for a wrong answer
 */
export async function warmUp(
  { contestant }: Subject,
  { origin }: Service,
  { config, dimensions, generators, store }: RunContext,
  signal: AbortSignal,
  cpus?: number,
): Promise<void> {
  const { headline: query, connections, workloadSpecifier: workload, requests, profile } = config;
  // On fewer cores it takes longer, and says nothing of the others.
  const known = cpus === undefined ? dimensions.warmUpSeconds[contestant] : profile.warmUpSeconds;
  const load: ClosedLoad = { kind: 'closed', query, connections };
  const seconds = known ?? profile.dimensionSeconds;
  const { result } = await generators.closed.run(
    defined({ origin, load, leadInSeconds: 0, seconds, workload, requests }),
    signal,
  );
  if (result.firstWrong !== undefined) throw new ContestantFailure('wrong-answer', result.firstWrong);
  if (known !== undefined) return;
  const tail = result.bins.slice(Math.floor(result.bins.length * (1 - STEADY_SHARE)));
  const level = tail.reduce((sum, answers) => sum + answers, 0) / tail.length;
  const binSeconds = result.seconds / result.bins.length;
  const settled = steadyFrom(result.bins, level) * binSeconds * MARGIN;
  const wanted = Math.min(LONGEST, Math.max(profile.warmUpSeconds, settled));
  dimensions.warmUpSeconds[contestant] = Math.round(wanted * 10) / 10;
  await store.keepDimensions(dimensions);
}

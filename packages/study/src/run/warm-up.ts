import { ContestantFailure } from '@cpu-bound/measure/host/contestant-failure';
import type { Service } from '@cpu-bound/measure/host/service';
import { defined } from '@cpu-bound/workload/defined';
import type { ClosedLoad, Seconds, Subject } from '../model.ts';
import type { RunContext } from './context.ts';
import { steadyFrom } from './steady.ts';

/** The last part of the first warm-up counts as steady. */
const STEADY_SHARE = 0.5;
/** A margin for the processes that warm up more slowly than the one that was watched. */
const MARGIN = 1.25;
const LONGEST: Seconds = 4;

/**
 * Saturates a subject with the headline input, without measuring: compilers, connections and caches get warm. The time
 * for that is measured once for each contestant, and used from then on.
 *
 * @param cpus its limit, where that is not the complete machine
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
  // A limit of cores makes the warm-up longer, which says nothing about other starts.
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

import type { Contestant } from '../contestants/manifest.ts';
import { generatorCeiling } from '../load/ceiling.ts';
import type { ClosedLoad, Dimensions, Seconds, Trial } from '../model.ts';
import { needsOpenLoop } from '../plan/plan.ts';
import { start } from './cell.ts';
import type { RunContext } from './context.ts';
import { steadyFrom } from './steady.ts';

type OfContestant = Dimensions['contestants'][string];

/** The tail of the dimensioning window that counts as steady. */
const STEADY_SHARE = 0.5;
/** A margin for the processes that warm up more slowly than the one that was watched. */
const WARM_UP_MARGIN = 1.25;
const LONGEST_WARM_UP: Seconds = 4;
/** A step of the ceiling, as a share of a contestant's own time. */
const CEILING_STEP_SHARE = 0.35;

/**
 * A short run of each contestant before the first round: its capacity, which the open loads are shares of, and
 * how long it takes to get steady, which sizes the warm-up. A contestant that fails here fails again in its
 * first cell, and is reported there.
 *
 * @param onStep told what is being dimensioned
 */
export async function dimension(
  plan: readonly Trial[],
  context: Omit<RunContext, 'dimensions'>,
  onStep: (what: string) => void,
): Promise<Dimensions> {
  const { config, signal } = context;
  const contestants: Record<string, OfContestant> = {};
  for (const contestant of config.contestants) {
    onStep(contestant.id);
    const measured = await watch(contestant, { ...context, dimensions: { contestants: {} } }).catch(
      () => undefined,
    );
    signal.throwIfAborted();
    if (measured) contestants[contestant.id] = measured;
  }
  if (!plan.some((trial) => trial.kind === 'cell' && needsOpenLoop(trial))) return { contestants };
  onStep('the load generator');
  const seconds = config.profile.dimensionSeconds * CEILING_STEP_SHARE;
  return { contestants, generatorCeiling: await generatorCeiling(context.generators, seconds, signal) };
}

/** Saturates a cold process and watches its throughput settle. */
async function watch(contestant: Contestant, context: RunContext): Promise<OfContestant | undefined> {
  const { profile, headline, connections, workloadSpecifier: workload } = context.config;
  const service = await start(contestant, context);
  try {
    const load: ClosedLoad = { kind: 'closed', query: headline, connections };
    const spec = {
      origin: service.origin,
      load,
      leadInSeconds: 0,
      seconds: profile.dimensionSeconds,
      workload,
    };
    const signal = AbortSignal.any([context.signal, service.died]);
    const { result } = await context.generators.closed.run(spec, signal);
    if (result.answers === 0) return undefined;
    const binSeconds = result.seconds / result.bins.length;
    const tail = result.bins.slice(Math.floor(result.bins.length * (1 - STEADY_SHARE)));
    const capacity = tail.reduce((sum, answers) => sum + answers, 0) / (tail.length * binSeconds);
    const settled = steadyFrom(result.bins, capacity * binSeconds) * binSeconds * WARM_UP_MARGIN;
    const warmUpSeconds = Math.min(LONGEST_WARM_UP, Math.max(profile.warmUpSeconds, settled));
    return { capacity, warmUpSeconds: Math.round(warmUpSeconds * 10) / 10, computeMs: result.computeMs };
  } finally {
    await service.stop();
  }
}

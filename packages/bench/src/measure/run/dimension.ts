import type { Query } from '@cpu-bound/workload';
import type { ClosedLoad, Dimensions, Seconds, Trial } from '../../model.ts';
import type { Contestant } from '../contestants/manifest.ts';
import { generatorCeiling } from '../load/ceiling.ts';
import { timeKernel } from '../load/loads.ts';
import { ceilingStepSeconds, needsOpenLoop } from '../plan/plan.ts';
import type { RunContext } from './context.ts';
import { inputKey } from './open-specs.ts';
import { start } from './start.ts';
import { steadyFrom } from './steady.ts';

type OfContestant = Dimensions['contestants'][string];

/** The tail of the dimensioning window that counts as steady. */
const STEADY_SHARE = 0.5;
/** A margin for the processes that warm up more slowly than the one that was watched. */
const WARM_UP_MARGIN = 1.25;
const LONGEST_WARM_UP: Seconds = 4;

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
  const kernelMs = await timeInputs(mixedInputs(plan), context);
  onStep('the load generator');
  const seconds = ceilingStepSeconds(config.profile);
  const ceiling = await generatorCeiling(context.generators, seconds, signal);
  return { contestants, ...(kernelMs && { kernelMs }), generatorCeiling: ceiling };
}

/** The inputs of mixed loads, and those that their capacity was measured with. */
const mixedInputs = (plan: readonly Trial[]): Query[] =>
  plan.flatMap((trial) =>
    trial.kind === 'kernel'
      ? []
      : trial.windows.flatMap(({ load }) =>
          load?.kind === 'open' && load.mix ? [load.query, ...load.mix.map(({ query }) => query)] : [],
        ),
  );

/** How much work each input is, for the rate of a mixed load. */
async function timeInputs(
  inputs: readonly Query[],
  { config, signal }: Omit<RunContext, 'dimensions'>,
): Promise<Dimensions['kernelMs']> {
  const byKey = new Map(inputs.map((query) => [inputKey(query), query]));
  if (byKey.size === 0) return undefined;
  const queries = [...byKey.values()];
  const spec = { workload: config.workloadSpecifier, queries, secondsPerInput: config.profile.kernelSeconds };
  const timings = await timeKernel(spec, signal);
  return Object.fromEntries(
    [...byKey.keys()].map((key, index) => [key, timings[index]?.meanMs ?? Number.NaN]),
  );
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

import type { Cell, Manifest, Seconds, Trial } from '../../model.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { seededRandom } from '../../stats/random.ts';
import type { Config } from '../config/config.ts';
import type { Profile } from '../config/profiles.ts';
import { LEAD_OUT_SECONDS } from './lead-out.ts';
import { shareStarts } from './share.ts';

/**
 * All trials of a run, in the order in which they are measured: round by round, within a round scenario by
 * scenario, and within that in a seeded random order, so that drift of the machine hits all alike.
 */
export function plan(config: Config, scenarios: readonly Scenario[]): Trial[] {
  const blocks = scenarios.map((scenario) => scenario.plan(config));
  const rounds = Math.max(0, ...blocks.flat().map(({ round }) => round));
  return Array.from({ length: rounds }, (_, index) => index + 1).flatMap((round) => {
    const ofRound = shareStarts(
      blocks.flatMap((trials) => trials.filter((trial) => trial.round === round)),
      config.seed,
    );
    return [...Map.groupBy(ofRound, ({ scenario }) => scenario)].flatMap(([scenario, trials]) =>
      seededRandom(`${config.seed}/${round}/${scenario}`).shuffle(trials),
    );
  });
}

/** What the scenarios leave out on this machine, and why. */
export const leftOut = (config: Config, scenarios: readonly Scenario[]): NonNullable<Manifest['leftOut']> =>
  scenarios.flatMap((scenario) =>
    (scenario.leftOut?.(config) ?? []).map((one) => ({ scenario: scenario.id, ...one })),
  );

/** Starting, verifying and stopping a contestant, as measured on 2 cores. */
const AROUND_A_CELL: Seconds = 1;
/** Settling, the first connections, the last answers, and writing the samples. */
const AROUND_A_WINDOW: Seconds = 0.27;
const AROUND_A_KERNEL: Seconds = 0.15;
/** The kernel timing warms up for half of what it measures. */
const KERNEL_SHARE = 1.5;
/** A step of the generator's ceiling, as a share of a contestant's own dimensioning. */
const CEILING_STEP_SHARE = 0.35;
const SHORTEST_STEP: Seconds = 0.2;
/** Two to warm up, and as many as are kept and one more, twice. */
const CEILING_STEPS = 8;
const AROUND_A_STEP: Seconds = 0.2;

/** How long the generator is tried at each rate. */
export const ceilingStepSeconds = ({ dimensionSeconds }: Profile): Seconds =>
  Math.max(SHORTEST_STEP, dimensionSeconds * CEILING_STEP_SHARE);

/** How long a trial should take: for the estimate that is printed before the run, and the time left. */
export function expectedSeconds(trial: Trial, { warmUpSeconds }: Profile): Seconds {
  if (trial.kind === 'kernel')
    return AROUND_A_KERNEL + KERNEL_SHARE * trial.secondsPerInput * trial.inputs.length;
  const windows = trial.windows.map(({ seconds, leadInSeconds, load, probe }) => {
    const after = load?.kind === 'open' ? (load.afterwards?.seconds ?? 0) : probe ? LEAD_OUT_SECONDS : 0;
    return seconds + leadInSeconds + after + AROUND_A_WINDOW;
  });
  return AROUND_A_CELL + warmUpSeconds + windows.reduce((sum, window) => sum + window, 0);
}

/** What comes before the first trial: the dimensioning of each contestant and of the generator. */
export function overheadSeconds({ contestants, profile }: Config, trials: readonly Trial[]): Seconds {
  const isOpen = trials.some((trial) => trial.kind === 'cell' && needsOpenLoop(trial));
  const ceiling = CEILING_STEPS * (AROUND_A_STEP + 1.5 * ceilingStepSeconds(profile)); // with the lead-ins
  return contestants.length * (AROUND_A_CELL + profile.dimensionSeconds) + (isOpen ? ceiling : 0);
}

export const needsOpenLoop = ({ windows }: Cell): boolean =>
  windows.some(({ load }) => load?.kind === 'open');

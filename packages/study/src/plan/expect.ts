import type { Profile } from '../config/profiles.ts';
import type { Block, Seconds, Trial, Window } from '../model.ts';

/** Starting and verifying a contestant, and stopping all of a trial, as measured on 2 cores; a run learns its own. */
const START: Seconds = 0.75;
const STOP: Seconds = 0.5;
/** Settling, the first connections, the last answers, and writing the samples. */
const AROUND_A_WINDOW: Seconds = 0.3;
/** The kernel on all cores, and reading the machine. */
const AROUND_A_BLOCK: Seconds = 0.2;
/** Until the last job of a window is done, and all have been asked after. */
const AFTER_JOBS: Seconds = 3;
/** The share of a probe's deadline that is waited on average: most answers come within milliseconds, some never. */
const PROBES_SHARE = 0.2;

const windowSeconds = ({ seconds, leadInSeconds, load, probe }: Window): Seconds =>
  AROUND_A_WINDOW +
  leadInSeconds +
  seconds +
  (load?.kind === 'job' ? AFTER_JOBS : 0) +
  (load?.kind === 'open' ? (load.afterwards?.seconds ?? 0) : 0) +
  (load?.kind === 'closed' && probe ? (PROBES_SHARE * probe.timeoutMs) / 1000 : 0);

export const expectedOfBlock = ({ window, order }: Block): Seconds =>
  AROUND_A_BLOCK + order.length * windowSeconds(window);

/** The time that a trial takes before its first block and after its last. */
export const expectedAround = ({ subjects, changes }: Trial, { warmUpSeconds }: Profile): Seconds =>
  subjects.length * (START + (changes?.poisoned || changes?.workload ? 0 : warmUpSeconds)) + STOP;

/** How long a trial should take: for the estimate before the run, and for what fits into the time. */
export const expectedSeconds = (trial: Trial, profile: Profile): Seconds =>
  trial.blocks.reduce((sum, block) => sum + expectedOfBlock(block), expectedAround(trial, profile));

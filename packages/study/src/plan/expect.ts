import type { Profile } from '../config/profiles.ts';
import type { Block, Seconds, Trial, Window } from '../model.ts';

/**
 * The time to start and verify a contestant, and to stop all of a trial, as measured on 2 cores; a run measures its
 * own.
 */
const START: Seconds = 1.1;
const STOP: Seconds = 0.5;
/** The time to settle, open the first connections, receive the last answers and write the samples. */
const AROUND_A_WINDOW: Seconds = 0.3;
/** The time to time the kernel on all cores, which are busy before, and to read the machine's state. */
const AROUND_A_BLOCK: Seconds = 0.4;
/** The mean time until a service has answered a task that fails, or was started again. */
const AFTER_POISON: Seconds = 0.8;
/** The time until the last job of a window is done and the state of every job has been read. */
const AFTER_JOBS: Seconds = 3;
/**
 * The share of a probe's deadline that the bench waits on average: most answers come within milliseconds, some never.
 */
const PROBES_SHARE = 0.2;

/** The time that a load takes after its window. */
function afterwards({ load, probe, fault }: Window): Seconds {
  if (fault?.kind.startsWith('poison-')) return AFTER_POISON;
  switch (load?.kind) {
    case 'job':
      return AFTER_JOBS;
    case 'open':
      return load.afterwards?.seconds ?? 0;
    case 'closed':
      return probe ? (PROBES_SHARE * probe.timeoutMs) / 1000 : 0;
    case undefined:
      return 0;
  }
}

export const expectedOfBlock = ({ window, order }: Block): Seconds =>
  AROUND_A_BLOCK +
  order.length * (AROUND_A_WINDOW + window.leadInSeconds + window.seconds + afterwards(window));

/** The time that a trial takes before its first block and after its last. */
export const expectedAround = ({ subjects, changes }: Trial, { warmUpSeconds }: Profile): Seconds =>
  subjects.length * (START + (changes?.poisoned || changes?.workload ? 0 : warmUpSeconds)) + STOP;

/** The expected time of a trial, for the estimate before the run, and to select what fits into the time. */
export const expectedSeconds = (trial: Trial, profile: Profile): Seconds =>
  trial.blocks.reduce((sum, block) => sum + expectedOfBlock(block), expectedAround(trial, profile));

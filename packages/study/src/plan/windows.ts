import type { Milliseconds, Seconds } from '@cpu-bound/measure/model';
import type { Query } from '@cpu-bound/workload';
import type { Config } from '../config/config.ts';
import type { Askable, Profile } from '../config/profiles.ts';
import type { Block, Omission, OpenLoad, RateBase, Trial, Window } from '../model/plan.ts';
import { HEADLINE_CLOSED } from '../model.ts';

/**
 * A window that a question has in the sitting of each round. If several questions have the same window, it is measured
 * once.
 */
export type SittingWindow = {
  readonly window: Omit<Window, 'questions'>;
  /** The number of blocks in a round; absent: one. */
  readonly blocks?: number;
  /** The only contestants that have this window; absent: all, and the baseline's twin. */
  readonly contestants?: readonly string[];
  /** Variants that have this window as well. */
  readonly variants?: readonly string[];
  /** The largest number of rounds; absent: all. */
  readonly rounds?: number;
  /** True if the window is measured only when another question has it, too. */
  readonly onlyIfShared?: true;
};

/**
 * A start apart from the sitting: of one contestant with a fault or other workers, or of several under other
 * conditions.
 */
export type OwnStart = {
  /** A name that distinguishes the starts of one contestant and question. */
  readonly name: string;
  readonly contestant: string | readonly string[];
  readonly changes?: NonNullable<Trial['changes']>;
  /** The largest number of rounds: a finding that is the same in every round needs few. */
  readonly rounds?: number;
  readonly windows: readonly Omit<Window, 'questions'>[];
};

/** The windows and starts of a question in every round. */
export type QuestionPlan = {
  readonly sitting?: readonly SittingWindow[];
  readonly starts?: readonly OwnStart[];
};

/** The part of a question that the plan stage calls. Members are methods, as those of `StudyQuestion` are. */
export interface PlanSource extends Pick<Askable, 'id' | 'once' | 'ofRequests'> {
  /** Returns the windows and starts of every round; the plan stage interleaves them. */
  plan(config: Config): QuestionPlan;
  /** Returns its omissions with this configuration, with their reasons. */
  leftOut?(config: Config): readonly Omission[];
}

/** A window that several questions have. */
type SharedWindow = Pick<SittingWindow, 'window' | 'blocks'>;

export const CLOSED_LEAD_IN: Seconds = 0.25;

/** Returns the headline's closed loop. */
export const headlineClosed = ({
  headline,
  connections,
  profile,
  taskSeconds = 0,
}: Config): SharedWindow => ({
  window: {
    id: HEADLINE_CLOSED,
    condition: { input: headline, setting: { connections } },
    seconds: profile.capacitySeconds,
    leadInSeconds: Math.max(CLOSED_LEAD_IN, taskSeconds),
    load: { kind: 'closed', query: headline, connections },
    inFrames: true,
  },
});

/** The mean service time up to which all lead-ins have the same length; larger tasks need longer ones. */
const TASKS_TO_SETTLE = 10;
const USUAL_TASK: Seconds = 0.005;

/**
 * Returns the time until a queue at this load has its usual length: at least the profile's, or ten service times ÷ (1 −
 * ρ).
 */
export const openLeadIn = ({ profile, taskSeconds = 0 }: Config, load: number): Seconds =>
  Math.max(
    profile.leadInSeconds,
    load < 1 ? (TASKS_TO_SETTLE * Math.max(USUAL_TASK, taskSeconds)) / (1 - load) : 0,
  );

/** A request rate: a multiple of a contestant's throughput or of one core's computing rate, or a given rate. */
export type Rate = { readonly load: number; readonly of: RateBase };

/**
 * Two request rates, the same for every contestant: all can take the first, and the fastest takes the second with ease.
 */
export const LOW: Rate = { load: 0.5, of: 'slowest' };
export const HIGH: Rate = { load: 0.6, of: 'fastest' };

/** Returns an open loop with Poisson arrivals, each over a random connection; `changes` replaces parts of it. */
export const openLoad = (
  query: Query,
  { load, of }: Rate,
  changes: Partial<Pick<OpenLoad, 'mix' | 'policy' | 'afterwards' | 'within'>> = {},
): OpenLoad => ({
  kind: 'open',
  query,
  ofCapacity: load,
  of,
  arrivals: 'poisson',
  policy: 'random',
  ...changes,
});

/** Writes a query as a part of a window's id, which also names files. */
export const idOf = (query: Query): string =>
  Object.values(query)
    .join('-')
    .replace(/[^\w-]/g, '_');

/** The samples that a window needs for a p99 (`carries` in stats). */
const SAMPLES_OF_A_P99 = 100;

/** A window at the reader's rate is long enough for a p99 of its own. */
const openSeconds = ({ openSeconds: usual }: Config['profile'], { load, of }: Rate): Seconds =>
  of === 'given' ? Math.max(usual, Math.ceil((SAMPLES_OF_A_P99 / load) * 100) / 100) : usual;

/** Returns the headline's open loop at one of the rates that are the same for all. */
export const openAt = (config: Config, rate: Rate): SharedWindow => ({
  window: {
    id: `open-${rate.of}-${rate.load}`,
    condition: { input: config.headline, setting: { ...rate } },
    seconds: openSeconds(config.profile, rate),
    leadInSeconds: openLeadIn(config, rate.of === 'given' ? HIGH.load : rate.load),
    phaseSeconds: config.profile.phaseSeconds,
    load: openLoad(config.headline, rate),
  },
  blocks: config.profile.openBlocks,
});

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

/** The length of a frame: many times what the system needs to switch processes, and short beside a change of speed. */
export const FRAME_MS: Milliseconds = 25;
/** All services are stopped for this time after a frame, in which the generator takes the answers and sends again. */
export const GAP_MS: Milliseconds = 2;
/**
 * In so many frames before those that count, each service begins the requests that were sent to it while it was stopped.
 * In one longer turn of each, timeouts of a second would pass while the others are stopped.
 */
export const TURNS = 6;
/** All services are stopped for this time, in which none of them may compute. */
export const STILL_MS: Milliseconds = 100;
/** After these turns, all services are stopped when the measured part begins, and for about this time. */
export const BEFORE_FRAMES: Seconds = 0.1;
/** Connections are opened, and usage is read, within this time. */
export const AROUND_FRAMES: Seconds = 0.5;

export const framesIn = (seconds: Seconds, frameMs = FRAME_MS): number =>
  Math.max(1, Math.round((seconds * 1000) / frameMs));

/** The time that the turns of one service take before its frames. */
export const secondsOfTurns: Seconds = (TURNS * (FRAME_MS + GAP_MS)) / 1000;

/** The time that a block of frames takes, without the wait until the last service is idle. */
export const secondsOfFrames = (seconds: Seconds, services: number, frameMs = FRAME_MS): Seconds =>
  2 * AROUND_FRAMES + services * (secondsOfTurns + (framesIn(seconds, frameMs) * (frameMs + GAP_MS)) / 1000);

export const expectedOfBlock = ({ window, order }: Block): Seconds =>
  AROUND_A_BLOCK +
  (window.inFrames && order.length > 1
    ? secondsOfFrames(window.seconds, order.length, window.frameMs)
    : order.length * (AROUND_A_WINDOW + meanLeadIn(window) + window.seconds + afterwards(window)));

const meanLeadIn = ({ leadInSeconds, phaseSeconds = 0 }: Window): Seconds => leadInSeconds + phaseSeconds / 2;

/** The time that a trial takes before its first block and after its last. */
export const expectedAround = (
  { subjects: { length }, changes: { poisoned, workload } = {} }: Trial,
  { warmUpSeconds }: Profile,
): Seconds =>
  // Poisoned services start at once, and are not warmed up.
  (poisoned ? length / 2 : length) * START + (poisoned || workload ? 0 : length * warmUpSeconds) + STOP;

/** The expected time of a trial, for the estimate before the run, and to select what fits into the time. */
export const expectedSeconds = (trial: Trial, profile: Profile): Seconds =>
  trial.blocks.reduce((sum, block) => sum + expectedOfBlock(block), expectedAround(trial, profile));

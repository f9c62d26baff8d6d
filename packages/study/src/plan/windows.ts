import type { Query } from '@cpu-bound/workload';
import type { Config } from '../config/config.ts';
import { HEADLINE_CLOSED, type OpenLoad, type RateBase, type Seconds } from '../model.ts';
import type { SittingWindow } from './scenario-plan.ts';

/** A window that several questions have. */
type SharedWindow = Pick<SittingWindow, 'window' | 'blocks'>;

export const CLOSED_LEAD_IN: Seconds = 0.25;

/** Returns the headline's closed loop, with this number of blocks per round. */
export const headlineClosed = (
  { headline, connections, profile, taskSeconds = 0 }: Config,
  blocks: number,
): SharedWindow => ({
  window: {
    id: HEADLINE_CLOSED,
    condition: { input: headline, setting: { connections } },
    seconds: profile.windowSeconds,
    leadInSeconds: Math.max(CLOSED_LEAD_IN, taskSeconds),
    load: { kind: 'closed', query: headline, connections },
  },
  blocks,
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
    load: openLoad(config.headline, rate),
  },
  blocks: config.profile.openBlocks,
});

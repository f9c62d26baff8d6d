import type { Query } from '@cpu-bound/workload';
import { HEADLINE_CLOSED, type OpenLoad, type Seconds } from '../../model.ts';
import type { Config } from '../config/config.ts';
import type { Wish } from './wishes.ts';

export const CLOSED_LEAD_IN: Seconds = 0.25;

/** The headline's closed loop, so many blocks a round. */
export const headlineClosed = ({ headline, connections, profile }: Config, blocks: number): Wish => ({
  window: {
    id: HEADLINE_CLOSED,
    condition: { input: headline, setting: { connections } },
    seconds: profile.windowSeconds,
    leadInSeconds: CLOSED_LEAD_IN,
    load: { kind: 'closed', query: headline, connections },
  },
  blocks,
});

/** Mean service time that nobody's lead-in has to exceed: those of larger tasks are as long as they must be. */
const TASKS_TO_SETTLE = 10;
const USUAL_TASK: Seconds = 0.005;

/** Until a queue at this load is as long as it usually is: at least the profile's, or ten service times ÷ (1 − ρ). */
export const openLeadIn = ({ profile }: Config, load: number, task: Seconds = USUAL_TASK): Seconds =>
  Math.max(profile.leadInSeconds, load < 1 ? (TASKS_TO_SETTLE * task) / (1 - load) : 0);

/** An open loop with Poisson arrivals over keep-alive connections; `changes` says what is otherwise. */
export const openLoad = (
  query: Query,
  ofCapacity: number,
  changes: Partial<Omit<OpenLoad, 'kind' | 'query' | 'ofCapacity'>> = {},
): OpenLoad => ({
  kind: 'open',
  query,
  ofCapacity,
  of: 'slowest',
  arrivals: 'poisson',
  policy: 'keep-alive',
  ...changes,
});

/** A query as a part of a window's id, which names files too. */
export const idOf = (query: Query): string =>
  Object.values(query)
    .join('-')
    .replace(/[^\w-]/g, '_');

/** The open loop at shares of the slowest contestant's capacity: the same requests per second for all. */
export const sharedLoads = (config: Config): Wish[] =>
  config.profile.sharedLoads.map((load) => ({
    window: {
      id: `open-slowest-${load}`,
      condition: { input: config.headline, setting: { load, of: 'slowest' } },
      seconds: config.profile.openSeconds,
      leadInSeconds: openLeadIn(config, load),
      load: openLoad(config.headline, load),
    },
  }));

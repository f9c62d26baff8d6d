import type { Query } from '@cpu-bound/workload';
import type { KernelTiming, OpenLoad, Seconds } from '../../model.ts';
import type { Config } from '../config/config.ts';
import { conditionOf } from './condition.ts';

/** The load that the length of an open-loop window is made for. */
const REFERENCE_LOAD = 0.7;

/** How long an open-loop window is at a load, so that each load has as many samples. */
export const openSecondsAt = ({ profile }: Config, load: number): Seconds =>
  Math.round((profile.openSeconds * REFERENCE_LOAD * 100) / load) / 100;

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

/** The kernel alone, once a round, for each of a scenario's inputs. */
export const kernelTimings = (
  { profile }: Config,
  scenario: string,
  rounds: number,
  inputs: readonly Query[],
): KernelTiming[] =>
  Array.from({ length: rounds }, (_, index) => ({
    kind: 'kernel',
    id: `${scenario}/${index + 1}/kernel`,
    scenario,
    round: index + 1,
    inputs: inputs.map((query) => ({ condition: conditionOf(query), query })),
    secondsPerInput: profile.kernelSeconds,
  }));

/** A query as a part of a window's id, which names files too. */
export const idOf = (query: Query): string =>
  Object.values(query)
    .join('-')
    .replace(/[^\w-]/g, '_');

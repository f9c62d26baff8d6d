import type { Question } from '@cpu-bound/report/question';
import type { Config } from '@cpu-bound/study/config/config';
import type { ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import { HIGH, LOW, openAt, type Rate } from '@cpu-bound/study/plan/windows';
import { analyse, type LatencyAnalysis, needs } from './analyse.ts';
import { charts, section } from './section.ts';

/** Rates from far below to near the throughput of the fastest contestant. */
const CURVE: readonly Rate[] = [HIGH, ...[0.1, 0.75, 0.9].map((load): Rate => ({ load, of: 'fastest' }))];

/**
 * Plans the same rates for all contestants, the reader's own among them. The twin is measured at the low rate, which
 * overloads no contestant, if the profile has the time.
 */
export function plan(config: Config): ScenarioPlan {
  const all = config.contestants.map(({ id }) => id);
  const given: Rate[] = config.rate === undefined ? [] : [{ load: config.rate, of: 'given' }];
  return {
    sitting: [
      { ...openAt(config, LOW), ...(config.profile.inBreadth && { contestants: all }) },
      ...[...(config.profile.rates === 'curve' ? CURVE : []), ...given].map((rate) => ({
        ...openAt(config, rate),
        contestants: all,
      })),
    ],
  };
}

export const latency: Question<LatencyAnalysis> = {
  id: 'latency',
  question: 'How long does a request take?',
  profiles: ['smoke', 'standard', 'thorough'],
  once: ['quick'],
  ofRequests: true,
  flags: ['rate'],
  byNameSeconds: 840,
  plan,
  analyse,
  needs,
  section,
  charts,
};

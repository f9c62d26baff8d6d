import type { Question } from '@cpu-bound/report/question';
import type { Config } from '@cpu-bound/study/config/config';
import type { Probe } from '@cpu-bound/study/model';
import type { ScenarioPlan, SittingWindow } from '@cpu-bound/study/plan/scenario-plan';
import { HIGH, LOW, openAt } from '@cpu-bound/study/plan/windows';
import { analyse, needs, type ResponsivenessAnalysis } from './analyse.ts';
import { charts, section } from './section.ts';

/** This rate gives enough samples for a p90, and is too low to be a load of its own. */
const PER_SECOND = 80;
/** A median needs this many seconds of the probe in any profile. */
const LEAST_SECONDS = 0.5;
const STRETCH = 1.4;
const LEAD_IN_SECONDS = 0.4;

/**
 * Plans `/hello` at a steady rate while the heavy route has the loads that all can take, and the load that saturates
 * it.
 */
export function plan(config: Config): ScenarioPlan {
  const { profile, connections, headline, contestants, taskSeconds = 0 } = config;
  const probe: Probe = { path: '/hello', perSecond: PER_SECOND, timeoutMs: profile.probeTimeoutMs };
  const all = contestants.map(({ id }) => id);
  const saturated: SittingWindow = {
    window: {
      id: 'saturated',
      condition: { input: headline, setting: { connections } },
      seconds: Math.max(LEAST_SECONDS, profile.windowSeconds * STRETCH),
      leadInSeconds: Math.max(LEAD_IN_SECONDS, taskSeconds),
      load: { kind: 'closed', query: headline, connections },
      probe,
    },
    contestants: all,
  };
  // Adds the probe to the windows of those loads, if another question has them anyway.
  const loaded = [LOW, HIGH].map((rate) => ({
    window: { ...openAt(config, rate).window, probe },
    contestants: all,
    onlyIfShared: true as const,
  }));
  return { sitting: [saturated, ...loaded] };
}

export const responsiveness: Question<ResponsivenessAnalysis> = {
  id: 'responsiveness',
  question: 'Do light requests stay fast?',
  profiles: ['smoke', 'quick', 'standard', 'thorough'],
  plan,
  analyse,
  needs,
  section,
  charts,
};

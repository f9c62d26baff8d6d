import type { Question } from '@cpu-bound/report/question';
import { extent } from '@cpu-bound/study/analyse/measures';
import { percentileComparisons, percentileMetrics } from '@cpu-bound/study/analyse/percentiles';
import type { Probe } from '@cpu-bound/study/model';
import type { SittingWindow } from '@cpu-bound/study/plan/scenario-plan';
import { HIGH, LOW, openAt } from '@cpu-bound/study/plan/windows';
import { probeSamples } from '../measures.ts';
import type { ResponsivenessAnalysis } from './analyse.ts';
import { responsivenessCharts } from './charts.ts';
import { responsivenessNeeds } from './needs.ts';
import { responsivenessSection } from './section.ts';

/** Enough samples for a p90, too few to be a load of its own. */
const PER_SECOND = 80;
/** A median needs this many seconds of the probe, whatever the profile. */
const LEAST_SECONDS = 0.5;
const STRETCH = 1.4;
const LEAD_IN_SECONDS = 0.4;

export const responsiveness: Question<ResponsivenessAnalysis> = {
  id: 'responsiveness',
  question: 'Does a light endpoint stay fast while the heavy one is busy?',
  profiles: ['smoke', 'quick', 'standard', 'thorough'],
  /** `/hello` at a steady rate, while the heavy route has the loads that all can bear, and all it can take. */
  plan(config) {
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
    // The probe goes along in the windows of those loads, where another question has them anyway.
    const loaded = [LOW, HIGH].map((rate) => ({
      window: { ...openAt(config, rate).window, probe },
      contestants: all,
      onlyIfShared: true as const,
    }));
    return { sitting: [saturated, ...loaded] };
  },
  /** The latency of `/hello`, from the intended time, beside a load on the heavy route; all pairs on its median. */
  analyse(input) {
    const percentiles = percentileMetrics(input, 'hello', probeSamples, ['p50', 'p90', 'p99']);
    return {
      metrics: percentiles,
      comparisons: percentileComparisons(input, 'hello', 'p50', probeSamples, percentiles),
      perSecond: input.observations[0]?.window.probe?.perSecond ?? 0,
      timeoutMs: input.observations[0]?.window.probe?.timeoutMs ?? 0,
      rounds: extent(input).rounds,
    };
  },
  needs: responsivenessNeeds,
  section: responsivenessSection,
  charts: responsivenessCharts,
};

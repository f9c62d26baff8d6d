import { profiles } from '@cpu-bound/study/config/profiles';
import type { Seconds } from '@cpu-bound/study/model';
import { expectedOfBlock, LOW, openAt } from '@cpu-bound/study/plan/windows';
import * as wording from '@cpu-bound/study/wording';
import { percentile } from '../metrics.ts';
import { soakChart, soakSays, soakTable } from '../page/soak.ts';
import type { QuestionSpec } from '../question.ts';
import { overTime, type SoakAnalysis } from '../soak.ts';

/** The time for a contestant's start, its warm-up, and its first closed loops. */
const BEFORE: Seconds = 12;

/**
 * The same processes all the time, each in turn at the low rate. The windows fill the run's time, so fewer contestants
 * have more of them. A twin would take a fifth of them.
 */
export const soak: QuestionSpec<SoakAnalysis> = {
  id: 'soak',
  question: 'What is rare, and what changes over an hour?',
  profiles: ['soak'],
  ofRequests: true,
  why: 'Ten windows miss most stalls that are rarer than one a minute. A pool that replaces its threads, a heap that grows and a long garbage collection show themselves after minutes.',
  place: 'sitting',
  windows(config) {
    const { contestants, promisedSeconds = profiles.soak.promisedSeconds } = config;
    const { window } = openAt(config, LOW);
    const order = contestants.map(({ id }) => id);
    const block = expectedOfBlock({ id: window.id, window: { ...window, questions: [] }, order });
    const seconds = promisedSeconds - BEFORE * contestants.length;
    return [{ window, contestants, blocks: Math.max(1, Math.floor(seconds / block)) }];
  },
  named: wording.load,
  // The first sitting only, because the processes of another sitting begin anew.
  only: (input) => ({ ...input, observations: input.observations.filter(({ round }) => round === 1) }),
  metrics: (['p50', 'p90', 'p99'] as const).map((p) => percentile('latency', p)),
  more: overTime,
  charts: [
    {
      title: 'Each window over the time of the soak',
      axis: 'latency and memory of a window',
      of: ['latency-p50'],
      draw: soakChart,
    },
  ],
  says: soakSays,
  details: (found, analysis) => (found.each.length > 0 ? [soakTable(found, analysis)] : []),
};

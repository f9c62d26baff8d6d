import * as format from '@cpu-bound/study/format';
import type { Condition, Probe } from '@cpu-bound/study/model';
import { HIGH, LOW, openAt } from '@cpu-bound/study/plan/windows';
import * as wording from '@cpu-bound/study/wording';
import { percentile } from '../metrics.ts';
import type { QuestionSpec } from '../question.ts';

const isLowRate = ({ setting }: Condition) => setting.load === LOW.load && setting.of === LOW.of;
const isSaturated = ({ setting }: Condition) => setting.load === undefined;
/** A wait beyond the deadline has no ratio, but an interval; so has a p90 of an older analysis. */
const shared = {
  unit: 'ms',
  group: 'light requests',
  matter: 'light',
  apart: 'intervals',
  under: wording.loadName,
} as const;

export const responsiveness: QuestionSpec = {
  id: 'responsiveness',
  question: 'Do light requests stay fast?',
  profiles: ['smoke', 'quick', 'standard', 'thorough'],
  why: 'A task on the event loop, as in a single process and a cluster, lets a light request wait until it ends ([Node.js: don’t block the event loop](https://nodejs.org/learn/asynchronous-work/dont-block-the-event-loop)). A task on another thread or in another process does not.',
  place: 'sitting',
  windows(config) {
    const { profile, connections, contestants, taskSeconds = 0 } = config;
    // This rate gives enough samples for a p90, and is too low to be a load of its own.
    const probe: Probe = { path: '/hello', perSecond: 80, timeoutMs: profile.probeTimeoutMs };
    return [
      {
        id: 'saturated',
        load: { connections },
        probe,
        contestants,
        // A median needs half a second of the probe in any profile.
        seconds: Math.max(0.5, profile.windowSeconds * 1.4),
        leadInSeconds: Math.max(0.4, taskSeconds),
      },
      // Adds the probe to the windows of those loads, if another question has them anyway.
      ...[LOW, HIGH].map((rate) => ({
        window: { ...openAt(config, rate).window, probe },
        contestants,
        onlyIfShared: true as const,
      })),
    ];
  },
  named: wording.loadName,
  metrics: [
    percentile('hello', 'p50', { compared: true }),
    // At the low rate most light requests meet an idle process, so the median shows no wait. In a run that compares
    // checkouts, each further figure would widen all intervals.
    percentile('hello', 'p90', {
      compared: (condition, { run }) => run.figures === undefined && isLowRate(condition),
    }),
    percentile('hello', 'p99'),
  ],
  judgedBy: ['hello-p90', 'hello-p50'],
  // The everyday rate shows how often a light request waits, and full load how long.
  needs: [
    {
      ...shared,
      id: 'light-low',
      title: 'light requests at a low rate',
      titled: (_condition, perSecond) =>
        `light requests at ${perSecond === undefined ? 'a low rate' : format.rate(perSecond)}`,
      statistic: 'p90',
      row: 'light-low',
      order: 28,
      of: ['hello-p90'],
      at: isLowRate,
      atRate: true,
    },
    {
      ...shared,
      id: 'light-requests',
      title: 'light requests at full load',
      statistic: 'median',
      row: 'light',
      order: 30,
      of: ['hello-p50'],
      at: isSaturated,
    },
  ],
  charts: [
    {
      title: 'How long a light request takes',
      axis: 'latency of /hello in the typical window (ms, logarithmic)',
      of: ['hello-p50', 'hello-p90', 'hello-p99'],
      as: 'percentiles',
    },
  ],
};

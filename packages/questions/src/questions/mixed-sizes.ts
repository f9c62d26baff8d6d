import type { Observation, QuestionInput } from '@cpu-bound/study/analyse/observations';
import {
  type PercentileId,
  percentileComparisons,
  percentileMetrics,
  type SampleFilesOf,
} from '@cpu-bound/study/analyse/percentiles';
import type { Config } from '@cpu-bound/study/config/config';
import type { MixPart } from '@cpu-bound/study/model';
import { LOW, openLeadIn } from '@cpu-bound/study/plan/windows';
import * as wording from '@cpu-bound/study/wording';
import type { MetricSpec, QuestionSpec } from '../question.ts';

const LARGE_SHARE = 0.05;

/**
 * Mixes 95 % small and 5 % large tasks. They are the workload's sizes at its quartiles, because the smallest and the
 * largest size may be extremes that nobody sends.
 */
function mixOf({ workload: { sizes } }: Config): MixPart[] {
  const small = sizes[Math.floor((sizes.length - 1) / 4)];
  const large = sizes[Math.ceil(((sizes.length - 1) * 3) / 4)];
  if (!small || !large || small === large) return [];
  return [
    { label: 'small', query: small.query, share: 1 - LARGE_SHARE },
    { label: 'large', query: large.query, share: LARGE_SHARE },
  ];
}

/** The reason why the question is not asked: one worker has one queue, or the workload has one size. */
function reasonAgainst(config: Config): string | undefined {
  if (config.workers < 2) return 'with one worker there is one queue, whatever the strategy';
  return mixOf(config).length === 0 ? 'the workload does not name two sizes' : undefined;
}

/** Returns the same windows under the condition of each part of the mix, which has samples of its own. */
function partsOf(input: QuestionInput): readonly (readonly [QuestionInput, SampleFilesOf])[] {
  const load = input.observations.map(({ window }) => window.load).find((each) => each?.kind === 'open');
  const mix = load?.kind === 'open' ? (load.mix ?? []) : [];
  return mix.map(({ label, query }) => {
    const observations = input.observations.map((observation): Observation => {
      const { window } = observation;
      const condition = { input: query, setting: { ...window.condition.setting, part: label } };
      return { ...observation, window: { ...window, condition } };
    });
    return [{ ...input, observations }, ({ open }) => open?.parts?.[label]] as const;
  });
}

const ofParts = (p: PercentileId): MetricSpec => ({
  id: `latency-${p}`,
  title: `${p} (ms)`,
  derive: (all) =>
    partsOf(all).flatMap(([input, sampled]) => percentileMetrics(input, 'latency', [p], sampled)),
});

/** The mix as an open loop; each arrival draws its size. */
export const mixedSizes: QuestionSpec = {
  id: 'mixed-sizes',
  question: 'Do small tasks wait behind large ones?',
  profiles: ['thorough'],
  once: ['standard'],
  why: 'A cluster chooses the process before it knows the size of the task ([Node.js: how cluster works](https://nodejs.org/api/cluster.html#how-it-works)). A pool gives the next task to the next idle thread ([Piscina](https://github.com/piscinajs/piscina#readme)).',
  place: 'sitting',
  windows(config) {
    if (reasonAgainst(config) !== undefined) return [];
    const load = { ...LOW, changes: { mix: mixOf(config) } };
    const leadInSeconds = openLeadIn(config, LOW.load);
    const { contestants, profile } = config;
    return [{ id: 'mixed', seconds: profile.openSeconds, leadInSeconds, load, contestants }];
  },
  leftOut(config) {
    const reason = reasonAgainst(config);
    return reason === undefined ? [] : [{ reason }];
  },
  named: (condition) => `${condition.setting.part} tasks (${wording.input(condition)})`,
  metrics: [
    ofParts('p50'),
    {
      ...ofParts('p90'),
      comparisons: (all, metrics) =>
        partsOf(all).flatMap(([input, sampled]) =>
          percentileComparisons(input, 'latency', 'p90', metrics, sampled),
        ),
    },
    ofParts('p99'),
  ],
  judgedBy: ['latency-p90'],
  needs: [
    {
      id: 'small-tasks',
      title: 'small tasks among large ones',
      unit: 'ms',
      statistic: 'p90',
      group: 'light requests',
      order: 40,
      of: ['latency-p90'],
      at: ({ setting }) => setting.part === 'small',
      under: '95 % small, 5 % large',
    },
  ],
  charts: [
    {
      title: 'How long the small ones wait behind the large',
      axis: 'latency of the small tasks (ms)',
      of: ['latency-p50', 'latency-p90', 'latency-p99'],
      at: ({ setting }) => setting.part === 'small',
    },
  ],
};

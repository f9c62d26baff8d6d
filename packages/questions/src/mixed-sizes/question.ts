import type { Question } from '@cpu-bound/report/question';
import { mean } from '@cpu-bound/stats/moments';
import { extent } from '@cpu-bound/study/analyse/measures';
import type { Observation, ScenarioInput } from '@cpu-bound/study/analyse/observations';
import {
  percentileComparisons,
  percentileMetrics,
  type SampleFilesOf,
} from '@cpu-bound/study/analyse/percentiles';
import type { Config } from '@cpu-bound/study/config/config';
import type { MixPart, Omission, OpenLoad } from '@cpu-bound/study/model';
import { LOW, openLeadIn, openLoad } from '@cpu-bound/study/plan/windows';
import type { MixedSizesAnalysis } from './analyse.ts';
import { mixedSizesCharts } from './charts.ts';
import { mixedSizesNeeds } from './needs.ts';
import { mixedSizesSection } from './section.ts';

const LARGE_SHARE = 0.05;

/** 95 % small and 5 % large tasks, of the workload's own sizes. */
export function mixOf({ workload: { sizes } }: Config): MixPart[] {
  const small = sizes[Math.floor((sizes.length - 1) / 4)];
  const large = sizes[Math.ceil(((sizes.length - 1) * 3) / 4)];
  if (!small || !large || small === large) return [];
  return [
    { label: 'small', query: small.query, share: 1 - LARGE_SHARE },
    { label: 'large', query: large.query, share: LARGE_SHARE },
  ];
}

/** With one worker there is only one queue to wait in. */
export function mixedSizesLeftOut(config: Config): Omission[] {
  if (config.workers < 2) return [{ reason: 'with one worker there is one queue, whatever the strategy' }];
  return mixOf(config).length === 0 ? [{ reason: 'the workload names no two sizes' }] : [];
}

function analysePart(input: ScenarioInput, { label, query }: MixPart) {
  const sampled: SampleFilesOf = ({ open }) => open?.parts?.[label];
  // The same windows under the part's own condition.
  const observations = input.observations.map((observation): Observation => {
    const { window } = observation;
    const condition = { input: query, setting: { ...window.condition.setting, part: label } };
    return { ...observation, window: { ...window, condition } };
  });
  const own = { ...input, observations };
  const metrics = percentileMetrics(own, 'latency', sampled, ['p50', 'p90', 'p99']);
  return { metrics, comparisons: percentileComparisons(own, 'latency', 'p90', sampled, metrics) };
}

/** The parts of the mix, as the plan has them. */
function mixIn(observations: readonly Observation[]): readonly MixPart[] {
  const load = observations.map(({ window }) => window.load).find((one) => one?.kind === 'open');
  return (load as OpenLoad | undefined)?.mix ?? [];
}

export const mixedSizes: Question<MixedSizesAnalysis> = {
  id: 'mixed-sizes',
  question: 'Do small tasks wait behind large ones?',
  profiles: ['thorough'],
  once: ['standard'],
  /** The mix as an open loop; each arrival draws its size. */
  plan(config) {
    const { headline, profile, contestants } = config;
    const mix = mixOf(config);
    if (mixedSizesLeftOut(config).length > 0) return {};
    return {
      sitting: [
        {
          window: {
            id: 'mixed',
            condition: { input: headline, setting: { ...LOW } },
            seconds: profile.openSeconds,
            leadInSeconds: openLeadIn(config, LOW.load),
            load: openLoad(headline, LOW, { mix }),
          },
          contestants: contestants.map(({ id }) => id),
        },
      ],
    };
  },
  leftOut: mixedSizesLeftOut,
  /** Latency of the small and the large tasks of the mix, each apart. */
  analyse(input) {
    const parts = mixIn(input.observations).map((part) => analysePart(input, part));
    const rates = input.observations.flatMap(({ result: { open } }) => (open ? [open.perSecond] : []));
    return {
      metrics: parts.flatMap(({ metrics }) => metrics),
      comparisons: parts.flatMap(({ comparisons }) => comparisons),
      perSecond: rates.length > 0 ? Math.round(mean(rates)) : 0,
      ...extent(input),
    };
  },
  needs: mixedSizesNeeds,
  section: mixedSizesSection,
  charts: mixedSizesCharts,
};

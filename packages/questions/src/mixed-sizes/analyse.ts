import { mean } from '@cpu-bound/stats/moments';
import { conditionsIn } from '@cpu-bound/study/analyse/look-up';
import { extent } from '@cpu-bound/study/analyse/measures';
import type { Observation, ScenarioInput } from '@cpu-bound/study/analyse/observations';
import {
  percentileComparisons,
  percentileMetrics,
  type SampleFilesOf,
} from '@cpu-bound/study/analyse/percentiles';
import { comparedBy, type Need } from '@cpu-bound/study/decide/need';
import type { Condition, MixPart, OpenLoad } from '@cpu-bound/study/model';
import { figuresOf } from '../figures.ts';
import type { WithExtent } from '../measures.ts';

export type MixedSizesAnalysis = WithExtent & { readonly perSecond: number };

function analysePart(input: ScenarioInput, { label, query }: MixPart) {
  const sampled: SampleFilesOf = ({ open }) => open?.parts?.[label];
  // These are the same windows under the part's own condition.
  const observations = input.observations.map((observation): Observation => {
    const { window } = observation;
    const condition = { input: query, setting: { ...window.condition.setting, part: label } };
    return { ...observation, window: { ...window, condition } };
  });
  const own = { ...input, observations };
  const metrics = percentileMetrics(own, 'latency', ['p50', 'p90', 'p99'], sampled);
  return { metrics, comparisons: percentileComparisons(own, 'latency', 'p90', metrics, sampled) };
}

/** Returns the parts of the mix, as the plan has them. */
function mixIn(observations: readonly Observation[]): readonly MixPart[] {
  const load = observations.map(({ window }) => window.load).find((each) => each?.kind === 'open');
  return (load as OpenLoad | undefined)?.mix ?? [];
}

/** Returns the latency of the small and the large tasks of the mix, separately. */
export function analyse(input: ScenarioInput): MixedSizesAnalysis {
  const parts = mixIn(input.observations).map((part) => analysePart(input, part));
  const rates = input.observations.flatMap(({ result }) => (result.open ? [result.open.perSecond] : []));
  return {
    metrics: parts.flatMap(({ metrics }) => metrics),
    comparisons: parts.flatMap(({ comparisons }) => comparisons),
    perSecond: rates.length > 0 ? Math.round(mean(rates)) : 0,
    ...extent(input),
  };
}

export const partsOf = ({ metrics }: MixedSizesAnalysis): Condition[] =>
  conditionsIn(metrics).filter(({ setting }) => setting.part !== undefined);

export const needs: readonly Need<MixedSizesAnalysis>[] = [
  {
    id: 'small-tasks',
    title: 'small tasks among large ones',
    unit: 'ms',
    statistic: 'p90',
    group: 'light requests',
    order: 40,
    answer(found, analysis) {
      const condition = partsOf(found).find(({ setting }) => setting.part === 'small');
      if (!condition) return undefined;
      return {
        under: '95 % small, 5 % large',
        ...figuresOf(analysis, found.metrics, 'latency-p90', condition),
        ...comparedBy(found.comparisons, 'latency-p90', condition),
      };
    },
  },
];

import { conditionsIn } from '@cpu-bound/study/analyse/look-up';
import { comparedBy, type Need } from '@cpu-bound/study/decide/need';
import { byIntervals, firstOf } from '@cpu-bound/study/decide/relation';
import * as format from '@cpu-bound/study/format';
import { sameCondition } from '@cpu-bound/study/model';
import { figuresOf } from '../figures.ts';
import type { ResponsivenessAnalysis } from './analyse.ts';

/**
 * The need is measured when saturated, where it hurts most. A wait beyond the deadline has no ratio, but an interval.
 */
export const needs: readonly Need<ResponsivenessAnalysis>[] = [
  {
    id: 'light-requests',
    title: 'a light request under load',
    group: 'light requests',
    figure: 'median of /hello, ms',
    order: 30,
    answer({ metrics, comparisons }, analysis) {
      const medians = metrics.filter(({ metric }) => metric === 'hello-p50');
      const condition = conditionsIn(medians).find(({ setting }) => setting.load === undefined);
      if (!condition) return undefined;
      const { pairs, relate } = comparedBy(comparisons, 'hello-p50', condition);
      return {
        under: format.loadName(condition),
        row: { noun: 'a light request while all cores compute', unit: 'ms' },
        ...figuresOf(analysis, metrics, 'hello-p50', condition),
        ...(pairs && { pairs }),
        relate: firstOf(
          relate,
          byIntervals(medians.filter((metric) => sameCondition(metric.condition, condition))),
        ),
      };
    },
  },
];

import { comparedBy, type Need } from '@cpu-bound/study/decide/need';
import { figuresOf } from '../figures.ts';
import type { MixedSizesAnalysis } from './analyse.ts';
import { partsOf } from './conditions.ts';

export const needs: readonly Need<MixedSizesAnalysis>[] = [
  {
    id: 'small-tasks',
    title: 'small tasks among large ones',
    group: 'light requests',
    figure: 'p90 of the small, ms',
    order: 40,
    answer(found, analysis) {
      const condition = partsOf(found).find(({ setting }) => setting.part === 'small');
      if (!condition) return undefined;
      return {
        under: '95 % small, 5 % large',
        row: { noun: 'p90 of small tasks among large ones', unit: 'ms' },
        ...figuresOf(analysis, found.metrics, 'latency-p90', condition),
        ...comparedBy(found.comparisons, 'latency-p90', condition),
      };
    },
  },
];

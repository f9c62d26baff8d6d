import { conditionsIn } from '@cpu-bound/study/analyse/look-up';
import type { Need } from '@cpu-bound/study/decide/need';
import { byIntervals } from '@cpu-bound/study/decide/relation';
import { figuresOf } from '../figures.ts';
import type { RestartAnalysis } from './analyse.ts';

export const needs: readonly Need<RestartAnalysis>[] = [
  {
    id: 'restarts',
    title: 'a restart',
    group: 'failures',
    figure: 'without service, s',
    order: 70,
    answer({ metrics }, analysis) {
      const outages = metrics.filter(({ metric }) => metric === 'outage');
      const [condition] = conditionsIn(outages);
      if (!condition) return undefined;
      return {
        under: 'without a second instance',
        row: { noun: 'outage of a restart', unit: 's' },
        ...figuresOf(analysis, metrics, 'outage', condition, 1 / 1000),
        relate: byIntervals(outages),
      };
    },
  },
];

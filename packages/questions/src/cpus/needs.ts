import { conditionsIn, findMetric, metricOfEach } from '@cpu-bound/study/analyse/look-up';
import { axisOf, comparedBy, type Need } from '@cpu-bound/study/decide/need';
import { inAllRespects } from '@cpu-bound/study/decide/relation';
import * as format from '@cpu-bound/study/format';
import type { CpusAnalysis } from './analyse.ts';
import { coresName } from './words.ts';

/** A strategy is better on one core if it gives more answers without slower light requests. */
export const needs: readonly Need<CpusAnalysis>[] = [
  {
    id: 'one-core',
    title: 'one core',
    group: 'costs',
    figure: 'answers/s; median of /hello, ms',
    order: 85,
    answer({ metrics, comparisons }, { contestants }) {
      const condition = conditionsIn(metrics).find(({ setting }) => setting.cpus === 1);
      if (!condition) return undefined;
      const { relate: byRate, pairs } = comparedBy(comparisons, 'throughput', condition);
      const { relate: byHello } = comparedBy(comparisons, 'hello-p50', condition);
      const figures = contestants.flatMap(({ id }) => {
        const rate = findMetric(metrics, id, 'throughput', condition);
        const hello = findMetric(metrics, id, 'hello-p50', condition);
        return rate
          ? [
              {
                contestant: id,
                cell: format.brief(rate),
                text: `${format.interval(rate)}${hello ? `; ${format.interval(hello)}` : ''}`,
              },
            ]
          : [];
      });
      return {
        under: `${coresName(condition)}, saturated by ${condition.setting.connections} connections`,
        row: 'answers per second on one core',
        figures,
        axis: axisOf('answers/s', 'higher', metricOfEach({ contestants }, metrics, 'throughput', condition)),
        relate: inAllRespects(byRate, byHello),
        ...(pairs && { pairs }),
        n: Math.max(0, ...metrics.map(({ n }) => n)),
      };
    },
  },
];

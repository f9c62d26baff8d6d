import { conditionsIn, findMetric, metricOfEach } from '@cpu-bound/study/analyse/look-up';
import { pairsUnder } from '@cpu-bound/study/analyse/pairs';
import { axisOf, type Need } from '@cpu-bound/study/decide/need';
import { byComparisons, inAllRespects } from '@cpu-bound/study/decide/relation';
import * as format from '@cpu-bound/study/format';
import type { OverloadAnalysis } from './analyse.ts';
import { nameOf } from './words.ts';

/**
 * Better means more answers per second that also come sooner: a service that makes every client wait for seconds
 * answers as many.
 */
export const needs: readonly Need<OverloadAnalysis>[] = [
  {
    id: 'overload',
    title: 'overload',
    group: 'light requests',
    figure: 'answers/s; median latency of answers',
    order: 50,
    answer({ metrics, comparisons }, { contestants }) {
      const condition = conditionsIn(metrics).at(-1);
      if (!condition) return undefined;
      const measured = contestants.flatMap(({ id }) => {
        const goodput = findMetric(metrics, id, 'goodput', condition);
        const wait = findMetric(metrics, id, 'wait-p50', condition);
        const waited = wait ? `; ${format.interval(wait)} ms` : '';
        const waits = wait ? `, ${format.duration(wait.estimate)}` : '';
        return goodput
          ? [
              {
                contestant: id,
                text: `${format.interval(goodput)}${waited}`,
                cell: `${format.brief(goodput)}${waits}`,
                n: goodput.n,
              },
            ]
          : [];
      });
      return {
        under: nameOf(condition),
        row: `answers per second and wait at ${condition.setting.load}× overload`,
        figures: measured,
        axis: axisOf('answers/s', 'higher', metricOfEach({ contestants }, metrics, 'goodput', condition)),
        relate: inAllRespects(
          byComparisons(pairsUnder(comparisons, 'goodput', condition)),
          byComparisons(pairsUnder(comparisons, 'wait-p50', condition)),
        ),
        n: Math.max(0, ...measured.map(({ n }) => n)),
      };
    },
  },
];

import { conditionsIn, findMetric, metricOfEach } from '@cpu-bound/study/analyse/look-up';
import { pairsUnder } from '@cpu-bound/study/analyse/pairs';
import type { Need } from '@cpu-bound/study/decide/need';
import { byComparisons, inAllRespects } from '@cpu-bound/study/decide/relation';
import type { Cell } from '@cpu-bound/study/model';
import { amount } from '../figures.ts';
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
      const goodputs = metricOfEach({ contestants }, metrics, 'goodput', condition);
      const cells = goodputs.map((goodput): [string, Cell] => {
        const wait = findMetric(metrics, goodput.contestant, 'wait-p50', condition);
        return [
          goodput.contestant,
          { kind: 'number', value: amount(goodput), ...(wait && { wait: amount(wait) }) },
        ];
      });
      return {
        under: nameOf(condition),
        row: {
          noun: `answers per second and wait at ${condition.setting.load}× overload`,
          unit: 'answers/s',
          isNamed: true,
        },
        better: 'higher',
        cells: Object.fromEntries(cells),
        relate: inAllRespects(
          byComparisons(pairsUnder(comparisons, 'goodput', condition)),
          byComparisons(pairsUnder(comparisons, 'wait-p50', condition)),
        ),
        n: Math.max(0, ...goodputs.map(({ n }) => n)),
      };
    },
  },
];

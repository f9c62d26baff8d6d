import { conditionsIn, findMetric } from '@cpu-bound/study/analyse/look-up';
import { comparedBy, type Need } from '@cpu-bound/study/decide/need';
import { inAllRespects } from '@cpu-bound/study/decide/relation';
import type { Cell } from '@cpu-bound/study/model';
import { amount } from '../figures.ts';
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
      const cells = contestants.flatMap(({ id }): [string, Cell][] => {
        const rate = findMetric(metrics, id, 'throughput', condition);
        const hello = findMetric(metrics, id, 'hello-p50', condition);
        return rate
          ? [[id, { kind: 'number', value: amount(rate), ...(hello && { hello: amount(hello) }) }]]
          : [];
      });
      return {
        under: `${coresName(condition)}, saturated by ${condition.setting.connections} connections`,
        row: { noun: 'answers per second on one core', unit: 'answers/s', isNamed: true },
        better: 'higher',
        cells: Object.fromEntries(cells),
        relate: inAllRespects(byRate, byHello),
        ...(pairs && { pairs }),
        n: Math.max(0, ...metrics.map(({ n }) => n)),
      };
    },
  },
];

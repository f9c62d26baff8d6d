import { conditionsIn } from '@cpu-bound/study/analyse/look-up';
import { comparedBy, type Need } from '@cpu-bound/study/decide/need';
import { figuresOf } from '../figures.ts';
import type { PayloadAnalysis } from './analyse.ts';
import { octetsOf, payloadName } from './words.ts';

/** The most informative size of an upload: a form is smaller, a photograph larger. */
const TELLING = 2 ** 20;

export const needs: readonly Need<PayloadAnalysis>[] = [
  {
    id: 'payload',
    title: 'large request bodies',
    group: 'costs',
    figure: 'answers/s, little to compute',
    order: 50,
    answer({ metrics, comparisons }, analysis) {
      const condition = conditionsIn(metrics).find((one) => octetsOf(one, 'in') === TELLING);
      if (!condition) return undefined;
      return {
        under: `${payloadName(condition)}, ${condition.setting.connections} connections`,
        row: { noun: 'answers per second, requests of 1 MiB', unit: 'answers/s', isNamed: true },
        ...figuresOf(analysis, metrics, 'throughput', condition),
        ...comparedBy(comparisons, 'throughput', condition),
      };
    },
  },
];

import { conditionsIn } from '@cpu-bound/study/analyse/look-up';
import { comparedBy, type Need } from '@cpu-bound/study/decide/need';
import type { Undecided } from '@cpu-bound/study/model';
import { figuresOf } from '../figures.ts';
import type { PayloadAnalysis } from './analyse.ts';
import { type Direction, octetsOf, payloadName, TELLING } from './words.ts';

const TITLES: Readonly<Record<Direction, string>> = {
  in: 'large request bodies',
  out: 'large answers',
};

/** Returns the direction in which the function has the larger bodies; one without a body answers. */
const directionOf = ({ run }: Undecided): Direction => {
  const { octets } = run.workload;
  return octets !== undefined && octets.in >= octets.out ? 'in' : 'out';
};

export const needs: readonly Need<PayloadAnalysis>[] = [
  {
    id: 'payload',
    title: 'large bodies',
    group: 'costs',
    figure: 'answers/s, little to compute',
    order: 50,
    answer({ metrics, comparisons }, analysis) {
      const direction = directionOf(analysis);
      const condition = conditionsIn(metrics).find((one) => octetsOf(one, direction) === TELLING);
      if (!condition) return undefined;
      return {
        title: TITLES[direction],
        under: `${payloadName(condition)}, ${condition.setting.connections} connections`,
        row: { noun: `answers per second, ${payloadName(condition)}`, unit: 'answers/s', isNamed: true },
        ...figuresOf(analysis, metrics, 'throughput', condition),
        ...comparedBy(comparisons, 'throughput', condition),
      };
    },
  },
];

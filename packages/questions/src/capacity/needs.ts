import { conditionsIn, subjectsIn } from '@cpu-bound/study/analyse/look-up';
import { pairOf } from '@cpu-bound/study/analyse/pairs';
import { comparedBy, type Need } from '@cpu-bound/study/decide/need';
import * as format from '@cpu-bound/study/format';
import type { Flip, Undecided } from '@cpu-bound/study/model';
import { figuresOf } from '../figures.ts';
import type { CapacityAnalysis } from './analyse.ts';

export const needs: readonly Need<CapacityAnalysis>[] = [
  {
    id: 'throughput',
    title: 'throughput',
    group: 'speed',
    resolves: 'throughputs',
    figure: 'answers/s',
    order: 10,
    answer({ metrics, comparisons, connections }, analysis) {
      const [condition] = conditionsIn(metrics.filter(({ metric }) => metric === 'throughput'));
      if (!condition) return undefined;
      return {
        under: `saturated by ${connections} connections`,
        row: { noun: 'answers per second', unit: 'answers/s', isNamed: true },
        ...figuresOf(analysis, metrics, 'throughput', condition),
        ...comparedBy(comparisons, 'throughput', condition),
      };
    },
  },
];

/** A variant of a strategy may change the answer; the finding is absent if none was measured. */
export function flips(found: CapacityAnalysis | undefined, analysis: Undecided): Flip[] {
  const about = 'another way to configure a strategy';
  const variants = found ? subjectsIn(analysis, found.metrics) : [];
  const findings = variants.flatMap(({ id, title, variantOf }) => {
    const pair = variantOf === undefined ? undefined : pairOf(found?.comparisons ?? [], id, variantOf);
    if (!pair || pair.ratio.indicative) return [];
    const times = `${format.times(pair.ratio.estimate)}× the throughput of ${variantOf}`;
    return [`${title}: ${times} ${format.ratioBounds(pair.ratio)} (${pair.verdict})`];
  });
  return findings.length > 0 ? [{ about, finding: findings.join('; ') }] : [];
}

import { conditionsIn, findMetric } from '@cpu-bound/study/analyse/look-up';
import type { Need } from '@cpu-bound/study/decide/need';
import { byRounds, ROUNDS_TO_LIE_APART } from '@cpu-bound/study/decide/relation';
import type { Cell, FaultKind } from '@cpu-bound/study/model';
import { amount } from '../figures.ts';
import type { IsolationAnalysis } from './analyse.ts';
import { metricsUnder } from './conditions.ts';
import { doings } from './words.ts';

/**
 * Each kind of failure is a separate need: an abort ends one process of several, and an endless task occupies a core.
 */
export const needs: readonly Need<IsolationAnalysis>[] = [
  failing('poison-abort', { id: 'aborts', title: 'a native crash', order: 55 }),
  failing('poison-endless', { id: 'endless-tasks', title: 'a task that never ends', order: 56 }),
];

/** Counts the concurrent requests that got no answer. */
function failing(
  fault: FaultKind,
  named: Pick<Need<IsolationAnalysis>, 'id' | 'title' | 'order'>,
): Need<IsolationAnalysis> {
  return {
    ...named,
    group: 'failures',
    figure: 'requests beside it without an answer',
    answer({ metrics }, { contestants }) {
      const condition = conditionsIn(metrics).find(({ setting }) => setting.fault === fault);
      if (!condition) return undefined;
      const unserved = metricsUnder(metrics, 'unserved', condition);
      const cells = contestants.flatMap(({ id }): [string, Cell][] => {
        const metricOf = (name: 'sent' | 'unserved' | 'silence' | 'service-restarts') =>
          findMetric(metrics, id, name, condition);
        const [sent, without] = [metricOf('sent'), metricOf('unserved')];
        if (!sent || !without) return [];
        const [silence, restarts] = [metricOf('silence'), metricOf('service-restarts')];
        const cell: Cell = {
          kind: 'beside a failing task',
          count: amount(without),
          total: Math.round(sent.estimate),
          ...(silence && { silence: silence.estimate }),
          ...(restarts && { restarts: amount(restarts) }),
        };
        return [[id, cell]];
      });
      return {
        under: `a task that ${doings[fault]}`,
        row: { noun: named.title, unit: 'requests', isNamed: true },
        better: 'lower',
        cells: Object.fromEntries(cells),
        relate: byRounds(unserved),
        n: Math.max(0, ...unserved.map(({ n }) => n)),
        enough: ROUNDS_TO_LIE_APART,
      };
    },
  };
}

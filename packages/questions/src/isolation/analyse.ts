import { conditionsIn, findMetric, metricsUnder } from '@cpu-bound/study/analyse/look-up';
import type { Measure } from '@cpu-bound/study/analyse/measures';
import type { ScenarioInput } from '@cpu-bound/study/analyse/observations';
import type { Need } from '@cpu-bound/study/decide/need';
import { byRounds, ROUNDS_TO_LIE_APART } from '@cpu-bound/study/decide/relation';
import type { Cell, ContestantFacts, FaultKind, Metric } from '@cpu-bound/study/model';
import { amount, cellsOf } from '../figures.ts';
import { accountingMeasures, uncompared, type WithRounds } from '../measures.ts';

/**
 * The offered load as a share of what one core computes. A single process has room for it, so that no request fails
 * for lack of room.
 */
export const LOAD = 0.4;
/**
 * All contestants have a heap of this size, in MiB. Otherwise it would depend on the container, and a larger one takes
 * longer to fill.
 */
export const HEAP_MIB = 128;
/** The status that stands for a request without an answer. */
const NO_ANSWER = 0;

const measures: readonly Measure[] = [
  ...accountingMeasures,
  {
    metric: 'unserved',
    read: ({ result: { open } }) =>
      open && open.accounting.failed + open.accounting.refused + open.accounting.timedOut,
  },
  { metric: 'silence', read: ({ result }) => result.open?.silenceMs },
  {
    metric: 'poison-status',
    read: ({ result }) => result.fault?.poison && (result.fault.poison.status ?? NO_ANSWER),
  },
  { metric: 'poison-taken', read: ({ result }) => result.fault?.poison?.taken },
  { metric: 'service-restarts', read: ({ result }) => result.fault?.poison?.restarts },
];

/** Returns the effect of one failing task on the concurrent requests, and its own outcome. */
export const analyse = (input: ScenarioInput): WithRounds => uncompared(input, measures);

/** The behaviour of a failing task, by its fault. */
export const doings: Readonly<Partial<Record<FaultKind, string>>> = {
  'poison-heap': 'runs out of heap',
  'poison-exit': 'calls process.exit()',
  'poison-abort': 'aborts in native code',
  'poison-throw': 'throws outside of its promise',
  'poison-endless': 'never ends',
};

export const statusOf = ({ rounds = [], estimate }: Metric): string =>
  [...new Set(rounds.length > 0 ? rounds : [estimate])]
    .sort((a, b) => a - b)
    .map((status) => (status === NO_ANSWER ? 'none' : String(status)))
    .join(' or ');

/**
 * Each kind of failure is a separate need: an abort ends one process of several, and an endless task occupies a core.
 */
export const needs: readonly Need<WithRounds>[] = [
  failing('poison-abort', { id: 'aborts', title: 'native crash', matter: 'crash', order: 55 }),
  failing('poison-endless', { id: 'endless-tasks', title: 'endless task', matter: 'endless', order: 54 }),
];

/** Counts the concurrent requests that got no answer. */
function failing(
  fault: FaultKind,
  named: Pick<Need<WithRounds>, 'id' | 'title' | 'matter' | 'order'>,
): Need<WithRounds> {
  return {
    ...named,
    unit: 'unanswered',
    group: 'failures',
    row: 'failures',
    answer({ metrics }, analysis) {
      const condition = conditionsIn(metrics).find(({ setting }) => setting.fault === fault);
      if (!condition) return undefined;
      const unserved = metricsUnder(metrics, 'unserved', condition);
      const cellOf = ({ id }: ContestantFacts): Cell | undefined => {
        const [sent, count, silence, restarts] = (
          ['sent', 'unserved', 'silence', 'service-restarts'] as const
        ).map((name) => findMetric(metrics, id, name, condition));
        return sent && count
          ? {
              kind: 'beside a failing task',
              count: amount(count),
              total: Math.round(sent.estimate),
              ...(silence && { silence: silence.estimate }),
              ...(restarts && { restarts: amount(restarts) }),
            }
          : undefined;
      };
      return {
        under: `a task that ${doings[fault]}`,
        better: 'lower',
        cells: cellsOf(analysis, cellOf),
        relate: byRounds(unserved),
        n: Math.max(0, ...unserved.map(({ n }) => n)),
        enough: ROUNDS_TO_LIE_APART,
      };
    },
  };
}

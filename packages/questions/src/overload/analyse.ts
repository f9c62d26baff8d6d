import { conditionsIn, findMetric, metricOfEach } from '@cpu-bound/study/analyse/look-up';
import { comparisonsOf, extent, type Measure, metricsOf } from '@cpu-bound/study/analyse/measures';
import type { Observation, ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { type Recovery, recoveryFrom } from '@cpu-bound/study/analyse/timeline';
import { comparedBy, type Need } from '@cpu-bound/study/decide/need';
import { inAllRespects } from '@cpu-bound/study/decide/relation';
import type { Condition, Seconds } from '@cpu-bound/study/model';
import { amount, cellsOf } from '../figures.ts';
import { peakMemory, recoveryMeasures, type WithExtent } from '../measures.ts';

export type OverloadAnalysis = WithExtent & {
  /** The share of its own throughput that is offered after the overload, and the time of that. */
  readonly afterwards: { readonly load: number; readonly seconds: Seconds };
};

/** The load after the overload, and its duration, in which the backlog has to drain. */
export const AFTERWARDS = { load: 0.3, seconds: 2.4 } as const;

/** Right answers per second during the overload. */
const goodput: Measure = {
  metric: 'goodput',
  read: ({ result }) => result.open && result.open.answers / result.open.seconds,
};

/** The time until an answer. A refusal is the right answer to an overload, and is no wait. */
const wait: Measure = { metric: 'wait-p50', read: ({ result }) => result.open?.answeredMs?.p50 };

const measures: readonly Measure[] = [
  goodput,
  wait,
  { metric: 'shed', read: shedShare },
  { metric: 'shed-p99', read: ({ result }) => result.open?.refusedMs?.p99 },
  {
    metric: 'errors',
    read: ({ result }) => result.open && result.open.accounting.failed + result.open.accounting.timedOut,
  },
  peakMemory,
  ...recoveryMeasures(recovery),
];

/**
 * The share of the requests due in the overload that were refused; requests before and after have no latencies here.
 */
function shedShare({ result }: Observation): number | undefined {
  if (!result.open) return undefined;
  const due = result.open.perSecond * result.open.seconds;
  return due > 0 ? (result.open.refusedMs?.n ?? 0) / due : undefined;
}

/** The time from the end of the overload until new requests are served as usual and the old ones are gone. */
function recovery({ result }: Observation): Recovery | undefined {
  const fresh = result.open && recoveryFrom(result.open, result.open.seconds * 1000);
  return fresh && { ...fresh, ms: Math.max(fresh.ms, result.open.backlogMs) };
}

/** Returns the answers per second, the refusals with their times, the memory, and the time until recovery. */
export function analyse(input: ScenarioInput): OverloadAnalysis {
  return {
    metrics: metricsOf(input, measures),
    comparisons: [...comparisonsOf(input, goodput), ...comparisonsOf(input, wait)],
    afterwards: AFTERWARDS,
    ...extent(input),
  };
}

export const overloadName = ({ setting }: Condition) => `${setting.load} times its own throughput`;

/**
 * Better means more answers per second that also come sooner: a service that makes every client wait for seconds
 * answers as many.
 */
export const needs: readonly Need<OverloadAnalysis>[] = [
  {
    id: 'overload',
    title: 'answers under overload',
    unit: '/s',
    group: 'light requests',
    order: 50,
    answer({ metrics, comparisons }, analysis) {
      const condition = conditionsIn(metrics).at(-1);
      if (!condition) return undefined;
      const goodputs = metricOfEach(analysis, metrics, 'goodput', condition);
      return {
        title: `answers and their wait at ${condition.setting.load}× overload`,
        under: overloadName(condition),
        better: 'higher',
        cells: cellsOf(analysis, ({ id }) => {
          const goodput = findMetric(goodputs, id, 'goodput');
          const wait = findMetric(metrics, id, 'wait-p50', condition);
          return goodput && { kind: 'number', value: amount(goodput), ...(wait && { wait: amount(wait) }) };
        }),
        relate: inAllRespects(
          ...(['goodput', 'wait-p50'] as const).map(
            (metric) => comparedBy(comparisons, metric, condition).relate,
          ),
        ),
        n: Math.max(0, ...goodputs.map(({ n }) => n)),
      };
    },
  },
];

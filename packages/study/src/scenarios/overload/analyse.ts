import { comparisonsOf, type Extent, extent, type Measure, metricsOf } from '../../analyse/measures.ts';
import type { Observation, ScenarioInput } from '../../analyse/observations.ts';
import { percentileComparisons, percentileMetrics } from '../../analyse/percentiles.ts';
import { type Recovery, recoveryFrom } from '../../analyse/timeline.ts';
import type { ScenarioAnalysis, Seconds } from '../../model.ts';
import { openSamples, peakMemory, recoveryMeasures } from '../measures.ts';
import { AFTERWARDS, mostPending } from './plan.ts';

export type OverloadAnalysis = ScenarioAnalysis &
  Extent & {
    /** The share of its own throughput that is offered afterwards, and for how long. */
    readonly afterwards: { readonly load: number; readonly seconds: Seconds };
    /** Requests that a service may have waiting. */
    readonly mostPending: number;
  };

/** Right answers per second during the overload. */
const goodput: Measure = {
  metric: 'goodput',
  of: ({ result: { open } }) => open && open.answers / open.seconds,
};

const measures: readonly Measure[] = [
  goodput,
  { metric: 'shed', of: shedShare },
  { metric: 'shed-p99', of: ({ result: { open } }) => open?.refusedMs?.p99 },
  {
    metric: 'errors',
    of: ({ result: { open } }) => open && open.accounting.failed + open.accounting.timedOut,
  },
  peakMemory,
  ...recoveryMeasures(recovery),
];

/** Answers per second, refusals and how soon they came, memory, and the time until all was well again. */
export function analyseOverload(input: ScenarioInput): OverloadAnalysis {
  const waits = percentileMetrics(input, 'latency', openSamples, ['p50']);
  return {
    metrics: [...metricsOf(input, measures), ...waits],
    comparisons: [
      ...comparisonsOf(input, goodput),
      ...percentileComparisons(input, 'latency', 'p50', openSamples, waits),
    ],
    afterwards: AFTERWARDS,
    mostPending: mostPending(input.run.workers),
    ...extent(input),
  };
}

/** Of those that were due in the overload; what came before and after is not in the latencies. */
function shedShare({ result: { open } }: Observation): number | undefined {
  if (!open) return undefined;
  const due = open.perSecond * open.seconds;
  return due > 0 ? (open.refusedMs?.n ?? 0) / due : undefined;
}

/** From the end of the overload until new requests are served as usual and the old ones are done with. */
function recovery({ result: { open } }: Observation): Recovery | undefined {
  const fresh = open && recoveryFrom(open, open.seconds * 1000);
  return fresh && { ...fresh, ms: Math.max(fresh.ms, open.backlogMs) };
}

import { comparisonsOf, extent, type Measure, metricsOf } from '@cpu-bound/study/analyse/measures';
import type { Observation, ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { type Recovery, recoveryFrom } from '@cpu-bound/study/analyse/timeline';
import type { ScenarioAnalysis, Seconds } from '@cpu-bound/study/model';
import { peakMemory, recoveryMeasures } from '../measures.ts';
import { AFTERWARDS, mostPending } from './plan.ts';

export type OverloadAnalysis = ScenarioAnalysis & {
  readonly seconds: Seconds;
  readonly rounds: number;
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

/** How long an answer took: a refusal is the right answer to an overload, and no wait. */
const wait: Measure = { metric: 'wait-p50', of: ({ result: { open } }) => open?.answeredMs?.p50 };

const measures: readonly Measure[] = [
  goodput,
  wait,
  { metric: 'shed', of: shedShare },
  { metric: 'shed-p99', of: ({ result: { open } }) => open?.refusedMs?.p99 },
  {
    metric: 'errors',
    of: ({ result: { open } }) => open && open.accounting.failed + open.accounting.timedOut,
  },
  peakMemory,
  ...recoveryMeasures(recovery),
];

/**
 * The share that was refused of the requests due in the overload; requests before and after are not in the latencies.
 */
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

/** Answers per second, refusals and how soon they came, memory, and the time until all was well again. */
export function analyse(input: ScenarioInput): OverloadAnalysis {
  return {
    metrics: metricsOf(input, measures),
    comparisons: [...comparisonsOf(input, goodput), ...comparisonsOf(input, wait)],
    afterwards: AFTERWARDS,
    mostPending: mostPending(input.run.workers),
    ...extent(input),
  };
}

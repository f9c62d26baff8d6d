import type { AdrRecord } from '@cpu-bound/report/adr/record';
import { type MetricId, sameCondition, type Undecided } from '@cpu-bound/study/model';
import type { ExportedLoad } from './loads.ts';

/**
 * The needs that a load alone can show: in which metric of the run, and how k6 writes the bound.
 */
const TOLD: Readonly<
  Record<
    string,
    { readonly metric: MetricId; readonly k6: string; readonly bound: (limit: number) => string }
  >
> = {
  throughput: { metric: 'throughput', k6: 'http_reqs', bound: (limit) => `rate>${limit}` },
  latency: { metric: 'latency-p50', k6: 'http_req_duration', bound: (limit) => `med<${limit}` },
  tail: { metric: 'latency-p99', k6: 'http_req_duration', bound: (limit) => `p(99)<${limit}` },
};

/**
 * A decision's thresholds as k6's: what was chosen has to stay so many times as good as the other one was in the run.
 *
 * @returns the thresholds, and the needs of the decision that a load cannot tell
 */
export function thresholdsOf(
  { confirmation }: AdrRecord,
  contestant: string,
  analysis: Undecided,
  loads: readonly ExportedLoad[],
): {
  readonly thresholds: Record<string, string[]>;
  readonly untold: readonly string[];
} {
  const thresholds: Record<string, string[]> = {};
  const untold = new Set<string>();
  const metrics = Object.values(analysis.scenarios).flatMap((scenario) => scenario.metrics);
  for (const { need, better, than, atLeast } of confirmation.thresholds) {
    if (better !== contestant) continue;
    const told = TOLD[need];
    const limits = loads.flatMap(({ name, window: { condition } }) => {
      const other = metrics.find(
        (one) =>
          one.contestant === than && one.metric === told?.metric && sameCondition(one.condition, condition),
      );
      return other ? [{ name, value: other.estimate }] : [];
    });
    if (!told || limits.length === 0) untold.add(need);
    else
      for (const { name, value } of limits) {
        const limit = told.metric === 'throughput' ? value * atLeast : value / atLeast;
        const key = `${told.k6}{scenario:${name}}`;
        thresholds[key] = [...(thresholds[key] ?? []), told.bound(Math.round(limit * 100) / 100)];
      }
  }
  return { thresholds, untold: [...untold] };
}

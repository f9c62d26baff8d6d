import type { AdrRecord } from '@cpu-bound/report/adr/record';
import { type MetricId, sameCondition, type Undecided } from '@cpu-bound/study/model';
import type { ExportedLoad } from './loads.ts';

/** The needs that a load alone can show: the metric of the run, and the form in which k6 writes the bound. */
const NEEDS: Readonly<
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
 * Translates a decision's thresholds for k6. The chosen contestant must stay better than the other one by the factor
 * of the run.
 *
 * @returns the thresholds, and the needs of the decision that a load cannot show
 */
export function thresholdsOf(
  { confirmation }: AdrRecord,
  contestant: string,
  analysis: Undecided,
  loads: readonly ExportedLoad[],
): {
  readonly thresholds: Record<string, string[]>;
  readonly beyondLoad: readonly string[];
} {
  const thresholds: Record<string, string[]> = {};
  const beyondLoad = new Set<string>();
  const metrics = Object.values(analysis.scenarios).flatMap((scenario) => scenario.metrics);
  for (const { need, better, than, atLeast } of confirmation.thresholds) {
    if (better !== contestant) continue;
    const shown = NEEDS[need];
    const limits = loads.flatMap(({ name, window }) => {
      const other = metrics.find(
        (metric) =>
          metric.contestant === than &&
          metric.metric === shown?.metric &&
          sameCondition(metric.condition, window.condition),
      );
      return other ? [{ name, value: other.estimate }] : [];
    });
    if (!shown || limits.length === 0) beyondLoad.add(need);
    else
      for (const { name, value } of limits) {
        const limit = shown.metric === 'throughput' ? value * atLeast : value / atLeast;
        const key = `${shown.k6}{scenario:${name}}`;
        thresholds[key] = [...(thresholds[key] ?? []), shown.bound(Math.round(limit * 100) / 100)];
      }
  }
  return { thresholds, beyondLoad: [...beyondLoad] };
}

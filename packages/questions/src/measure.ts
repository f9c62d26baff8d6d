import { comparisonsOf, metricsOf } from '@cpu-bound/study/analyse/measures';
import type { QuestionInput } from '@cpu-bound/study/analyse/observations';
import { percentileComparisons, percentileMetrics } from '@cpu-bound/study/analyse/percentiles';
import type { Comparison, Metric, ScenarioAnalysis } from '@cpu-bound/study/model';
import type { MetricSpec, QuestionSpec } from './question.ts';

type Measured = Pick<QuestionSpec, 'metrics' | 'only'>;
type ReadSpec = Extract<MetricSpec, { read: unknown }>;

/** Measures a question: its metrics over the rounds, and the pairs of those that are compared. */
export function measure({ metrics: specs, only }: Measured, complete: QuestionInput): ScenarioAnalysis {
  const input = only?.(complete) ?? complete;
  const reads = specs.filter((spec): spec is ReadSpec => 'read' in spec);
  const percentiles = (['latency', 'hello'] as const).flatMap((of) => {
    const ids = specs.flatMap((spec) => ('percentileOf' in spec && spec.percentileOf === of ? [spec.p] : []));
    return ids.length > 0 ? percentileMetrics(input, of, ids) : [];
  });
  const metrics = [
    ...metricsOf(
      input,
      reads.map((spec) => measureOf(spec, input)),
    ),
    ...percentiles,
    ...specs.flatMap((spec) => ('derive' in spec ? spec.derive(complete) : [])),
  ];
  return { metrics, comparisons: specs.flatMap((spec) => pairsOn(spec, input, metrics)) };
}

const measureOf = ({ id, read }: ReadSpec, { run }: QuestionInput) => ({
  metric: id,
  read: (window: Parameters<typeof read>[0]) => read(window, run),
});

/** Compares all pairs on a metric, under the conditions under which it is compared. */
function pairsOn(
  spec: MetricSpec,
  complete: QuestionInput,
  metrics: readonly Metric[],
): readonly Comparison[] {
  const { compared, comparisons } = spec;
  if (comparisons) return comparisons(complete, metrics);
  if (!compared) return [];
  const input =
    compared === true
      ? complete
      : {
          ...complete,
          observations: complete.observations.filter(({ window }) => compared(window.condition, complete)),
        };
  if ('percentileOf' in spec) return percentileComparisons(input, spec.percentileOf, spec.p, metrics);
  return 'read' in spec ? comparisonsOf(input, measureOf(spec, input)) : [];
}

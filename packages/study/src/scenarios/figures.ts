import { metricOfEach } from '../analyse/look-up.ts';
import type { Answer, Figure } from '../decide/need.ts';
import * as format from '../format.ts';
import type { Condition, Metric, MetricId, Undecided } from '../model.ts';

/**
 * An answer's part that one metric of the contestants under one condition gives.
 *
 * @param factor from the metric's unit to the one that is shown
 */
export function figuresOf(
  analysis: Pick<Undecided, 'contestants'>,
  metrics: readonly Metric[],
  name: MetricId,
  condition: Condition,
  factor = 1,
): Pick<Answer, 'figures' | 'n' | 'windowSeconds'> {
  const found = metricOfEach(analysis, metrics, name, condition).map((one) => format.scaled(one, factor));
  const [windowSeconds] = found.flatMap(({ windows }) => windows?.seconds ?? []);
  const n = Math.max(0, ...found.map(format.roundsOf));
  return { figures: found.map(figureOf), n, ...(windowSeconds !== undefined && { windowSeconds }) };
}

function figureOf(metric: Metric): Figure {
  const { contestant, estimate, low, high, level, n, indicative } = metric;
  return {
    contestant,
    text: format.interval(metric),
    cell: format.brief(metric),
    value: { estimate, low, high, level, n, indicative },
  };
}

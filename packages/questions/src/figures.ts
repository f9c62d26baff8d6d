import { metricOfEach } from '@cpu-bound/study/analyse/look-up';
import type { Answer, Figure } from '@cpu-bound/study/decide/need';
import * as format from '@cpu-bound/study/format';
import {
  type Condition,
  MANY_UNANSWERED,
  type Metric,
  type MetricId,
  type Undecided,
} from '@cpu-bound/study/model';

/**
 * Builds the part of an answer that one metric of the contestants gives under one condition.
 *
 * @param factor converts the metric's unit to the one that is shown
 */
export function figuresOf(
  analysis: Pick<Undecided, 'contestants'>,
  metrics: readonly Metric[],
  name: MetricId,
  condition: Condition,
  factor = 1,
): Pick<Answer, 'figures' | 'n' | 'windowSeconds'> {
  const found = metricOfEach(analysis, metrics, name, condition).map((one) => format.scaled(one, factor));
  const isOfAnswers = /^(throughput|latency)/.test(name);
  const unanswered = isOfAnswers ? metricOfEach(analysis, metrics, 'unanswered', condition) : [];
  const [windowSeconds] = found.flatMap(({ windows }) => windows?.seconds ?? []);
  const n = Math.max(0, ...found.map(format.roundsOf));
  return {
    figures: found.map((one) => figureOf(one, unanswered)),
    n,
    ...(windowSeconds !== undefined && { windowSeconds }),
  };
}

/** Adds the share of unanswered requests to a figure, if it is above one in a thousand. */
function figureOf(metric: Metric, unanswered: readonly Metric[]): Figure {
  const { contestant, estimate, low, high, level, n, indicative } = metric;
  const lost = unanswered.find((one) => one.contestant === contestant && one.estimate > MANY_UNANSWERED);
  const unansweredShare = lost ? `, ${format.share(lost.estimate)} unanswered` : '';
  return {
    contestant,
    text: `${format.interval(metric)}${unansweredShare}`,
    cell: `${format.brief(metric)}${unansweredShare}`,
    value: { estimate, low, high, level, n, indicative },
  };
}

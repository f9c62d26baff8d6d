import { excludes, type Interval } from '@cpu-bound/stats/verdict';
import { ratio as shown } from '@cpu-bound/study/format';
import type { Analysis, Metric } from '@cpu-bound/study/model';
import { type Finding, outcome } from './acceptance.ts';

/** The planted contestant whose tasks wait while it is stopped. Frames must measure it too high. */
export const WAITS = 'sleep';
/** The planted contestants of which frames must measure what windows measure. */
export const FRAMED = ['timer', 'garbage', 'walk'];

/** An interval that is wider than this says too little. */
const WIDEST = 0.05;
/** Frames may move a ratio by this. */
const MOST_MOVED = 0.01;

const isNarrow = ({ low, high, indicative }: Interval): boolean =>
  !indicative && Math.log(high / low) / 2 <= Math.log(1 + WIDEST);

/**
 * Judges two runs of the question `frames`: throughput in frames ÷ that in a window, and how far frames move a ratio.
 *
 * @param usualMs the length of the usual frame
 */
export const frameFindings = (runs: readonly Pick<Analysis, 'scenarios'>[], usualMs: number): Finding[] =>
  runs
    .flatMap(({ scenarios }) => scenarios.frames?.metrics ?? [])
    .filter(({ condition }) => condition.setting.frameMs === usualMs)
    .flatMap((metric): Finding[] => {
      if (metric.metric === 'frames-to-window') return [ofWindow(metric)];
      return metric.metric === 'moved-by-frames' && metric.contestant !== WAITS ? [ofLength(metric)] : [];
    });

function ofWindow(metric: Metric): Finding {
  const { contestant } = metric;
  const differs = excludes(metric, 1);
  const waits = contestant === WAITS;
  return {
    id: `frames-${contestant}`,
    what: `${contestant}: throughput in frames ÷ that in a window of the same start`,
    accepted: waits
      ? 'above 1: its tasks wait while it is stopped'
      : `contains 1, by ±${100 * WIDEST} % or less`,
    observed: shown(metric),
    ...(waits
      ? outcome(!metric.indicative, differs && metric.estimate > 1)
      : outcome(isNarrow(metric) || (!metric.indicative && differs), !differs)),
  };
}

const ofLength = (metric: Metric): Finding => ({
  id: `moved-${metric.contestant}`,
  what: `${metric.contestant}: the factor by which frames move its ratio, by the slope over 1 ÷ their length`,
  accepted: `1 % or less`,
  observed: shown(metric),
  ...outcome(isNarrow(metric), Math.abs(Math.log(metric.estimate)) <= Math.log(1 + MOST_MOVED)),
});

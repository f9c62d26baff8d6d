import { conditionsIn, findMetric, named } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import { type Analysis, type Interval, MOST_BUSY, sameInput } from '@cpu-bound/study/model';
import { isUsual, saturatedMetrics } from './measured.ts';

export type ProcessThroughput = {
  /** The time of a task, or a kernel. */
  readonly name: string;
  readonly throughput: Interval;
  /** True if it is the run's headline. */
  readonly isHeadline: boolean;
};

/** The single process of a run: with tasks of each measured time, and with other kernels. */
export type OneProcess = {
  /** The throughput by size, with the workload's own kernel, the shortest task first. */
  readonly sizes: readonly ProcessThroughput[];
  /** The throughput of each kernel with the headline's input. */
  readonly kernels: readonly ProcessThroughput[];
};

export function onOneProcess(analysis: Analysis): OneProcess {
  const { contestants, scenarios, run } = analysis;
  const single = contestants.find(({ workers, peerOf }) => !workers && peerOf === undefined);
  if (!single) return { sizes: [], kernels: [] };
  const all = Object.values(scenarios).flatMap(({ metrics }) => metrics);
  const saturated = named(all, 'throughput').filter(
    (metric) => isUsual(metric) && metric.condition.setting.load === undefined,
  );
  const sizes = conditionsIn(saturated).flatMap((condition) => {
    const throughput = findMetric(saturated, single.id, 'throughput', condition);
    const kernel = named(all, 'kernel-ms').find((metric) =>
      sameInput(metric.condition.input, condition.input),
    );
    const isHeadline = sameInput(condition.input, run.workload.headline);
    return throughput && kernel ? [{ taskMs: kernel.estimate, throughput, isHeadline }] : [];
  });
  const ofHeadline = saturatedMetrics(analysis);
  return {
    sizes: sizes
      .sort((a, b) => a.taskMs - b.taskMs)
      .map(({ taskMs, ...rest }) => ({ name: format.duration(taskMs), ...rest })),
    kernels: contestants.flatMap(({ id, kernel, peerOf }) => {
      const throughput = findMetric(ofHeadline, id, 'throughput');
      return kernel !== undefined && peerOf === single.id && throughput
        ? [{ name: `the kernel \`${kernel}\``, throughput, isHeadline: true }]
        : [];
    }),
  };
}

/**
 * Answers whether a rate keeps one process busy for at most 90 % of its time, by the complete interval of its
 * throughput.
 */
export function suffices({ throughput }: ProcessThroughput, rate: number): 'yes' | 'no' | 'open' {
  if (rate <= MOST_BUSY * throughput.low) return 'yes';
  return rate > MOST_BUSY * throughput.high ? 'no' : 'open';
}

import { variantsFor } from '@cpu-bound/measure/contestants/manifest';
import { findMetric, pairOf, subjectsIn } from '@cpu-bound/study/analyse/look-up';
import { answeredComparisons, kernelByRound, metricOver } from '@cpu-bound/study/analyse/measures';
import { conditionsOf } from '@cpu-bound/study/analyse/observations';
import * as format from '@cpu-bound/study/format';
import { headlineClosed } from '@cpu-bound/study/plan/windows';
import * as wording from '@cpu-bound/study/wording';
import { answersPerCpuSecond, coresUsed, extremeShares, throughput } from '../metrics.ts';
import type { MetricSpec, QuestionSpec } from '../question.ts';

/** A fork that gave less than this share of an even part was idle for a time that throughput shows. */
const EVEN = 0.9;

/** Requests per second that the machine could answer if the kernel were the only work: cores ÷ kernel CPU seconds. */
const limit: MetricSpec = {
  id: 'limit',
  title: 'physical limit',
  derive: (input) =>
    conditionsOf(input.observations).flatMap((condition) => {
      const limits = [...kernelByRound(input, condition.input)].map(
        ([round, ms]) => [round, (input.run.cores * 1000) / ms] as const,
      );
      return metricOver({ contestant: 'kernel', metric: 'limit', condition }, new Map(limits));
    }),
};

/** If the question was asked by name, it has the time for so many seconds of each service in a round. */
const SECONDS_BY_NAME = 2.5;

/**
 * The answers of the worker that gave the fewest, as a share of an even part: a fork that gets no connection is idle.
 * A contestant that deals out requests keeps its workers busy with any connections.
 */
const leastShare: MetricSpec = {
  id: 'least-share',
  read({ subject, result }, run) {
    const deals = run.subjects.find(({ id }) => id === subject.contestant)?.deals;
    const shares = deals === 'connections' ? extremeShares(result.load?.shares, run) : undefined;
    return shares && shares.min * run.workers;
  },
};

export const capacity: QuestionSpec = {
  id: 'capacity',
  question: 'How many requests can it answer?',
  profiles: ['smoke', 'quick', 'standard', 'thorough'],
  ofRequests: true,
  why: 'JavaScript runs on one thread, so a process computes on one core ([Node.js: don’t block the event loop](https://nodejs.org/learn/asynchronous-work/dont-block-the-event-loop)). The others use all cores, less what they add to each request: a message to a thread, a round trip to Redis.',
  place: 'sitting',
  windows(config) {
    const variants = config.profile.withVariants ? variantsFor(config.contestants, 'capacity') : [];
    const { window } = headlineClosed(config);
    const seconds = config.profile.inFull ? Math.max(SECONDS_BY_NAME, window.seconds) : window.seconds;
    return [{ window: { ...window, seconds }, variants: variants.map(({ id }) => id) }];
  },
  named: wording.input,
  metrics: [
    throughput,
    coresUsed,
    // For two checkouts, the question of cost compares the inverse of this factor; each further figure would widen all
    // intervals.
    { ...answersPerCpuSecond, compared: (_condition, { run }) => run.figures === undefined },
    leastShare,
    { id: 'answered-share', derive: () => [], comparisons: answeredComparisons },
    limit,
  ],
  judgedBy: ['throughput'],
  needs: [
    {
      id: 'throughput',
      title: 'answers at full load',
      unit: '/s',
      group: 'speed',
      matter: 'traffic',
      row: 'answers',
      resolves: 'throughputs',
      order: 10,
      of: ['throughput'],
    },
  ],
  charts: [
    {
      title: ({ run }) =>
        run.workload.requests
          ? 'Throughput of each target'
          : 'Throughput against the physical limit (dashed, with its interval)',
      axis: 'verified answers per second',
      of: ['throughput'],
      // The limit belongs to the workload's own kernel. Faster code exceeds it, and would take up the whole axis.
      who: ({ kernel }) => kernel === undefined,
      line: 'limit',
    },
  ],
  // Says where a worker was idle while others had requests that waited.
  says: ({ metrics }, analysis) =>
    subjectsIn(analysis, metrics).flatMap(({ id, title }) => {
      const least = findMetric(metrics, id, 'least-share');
      return least && least.high < EVEN
        ? `${title}: the worker with the fewest answers gave ${format.percent(least)} of an even part; it had too few connections, or none`
        : [];
    }),
  // A variant of a strategy may change the answer; the finding is absent if none was measured.
  flips(found, analysis) {
    const variants = found ? subjectsIn(analysis, found.metrics) : [];
    const findings = variants.flatMap(({ id, title, variantOf }) => {
      const pair = variantOf === undefined ? undefined : pairOf(found?.comparisons ?? [], id, variantOf);
      if (!pair || pair.verdict === 'not-judged') return [];
      const times = `${format.times(pair.ratio.estimate)}× the throughput of ${variantOf}`;
      return [`${title}: ${times} ${format.ratioBounds(pair.ratio)} (${pair.verdict})`];
    });
    return findings.length > 0
      ? [{ about: 'another way to configure a strategy', finding: findings.join('; ') }]
      : [];
  },
};

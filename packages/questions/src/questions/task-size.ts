import { findMetric, named, pairOf, pairsUnder } from '@cpu-bound/study/analyse/look-up';
import { kernelMetric } from '@cpu-bound/study/analyse/measures';
import { conditionsOf } from '@cpu-bound/study/analyse/observations';
import type { Config } from '@cpu-bound/study/config/config';
import * as format from '@cpu-bound/study/format';
import type { Condition, Metric, ScenarioAnalysis, Undecided } from '@cpu-bound/study/model';
import { CLOSED_LEAD_IN, headlineClosed, idOf } from '@cpu-bound/study/plan/windows';
import * as wording from '@cpu-bound/study/wording';
import { cpuMs, overheadMs, throughput } from '../metrics.ts';
import type { QuestionSpec, WindowSpec } from '../question.ts';

/** The window of the smallest task has this multiple of the usual length, and that of the largest so much more. */
const [SHORTEST, LONGER] = [0.8, 2.4];

/** Plans a closed loop per size: the larger the task, the longer the window. */
const sizeLoops = ({ profile, workload, workers, contestants }: Config): WindowSpec[] =>
  workload.sizes.map(({ query }, index, { length }) => {
    const place = length > 1 ? index / (length - 1) : 1;
    return {
      id: `size-${idOf(query)}`,
      query,
      seconds: Math.round(profile.windowSeconds * (SHORTEST + LONGER * place ** 2) * 100) / 100,
      leadInSeconds: CLOSED_LEAD_IN,
      inFrames: true,
      // This many connections keep all workers busy, and the backlog of large tasks short.
      load: { connections: 2 * workers },
      contestants,
    };
  });

const kernelMs = (condition: Condition, metrics: readonly Metric[]) =>
  findMetric(metrics, 'kernel', 'kernel-ms', condition)?.estimate;

/** `upTo=10000 (0.0712 ms)` */
function sizeName(condition: Condition, metrics: readonly Metric[]): string {
  const ms = kernelMs(condition, metrics);
  return `${wording.input(condition)}${ms === undefined ? '' : ` (${format.duration(ms)})`}`;
}

/**
 * Names the measured sizes between which strategies begin to pay off, from the largest size down; strategies with the
 * same answer share a sentence.
 */
function payOffs(
  { metrics, comparisons }: Pick<ScenarioAnalysis, 'metrics' | 'comparisons'>,
  { contestants, run }: Pick<Undecided, 'contestants' | 'run'>,
): string[] {
  const each = contestants.flatMap(({ id }) => {
    const sizes = named(metrics, 'kernel-ms')
      .flatMap(({ condition, estimate: ms }) => {
        const pair = pairOf(pairsUnder(comparisons, 'throughput', condition), id, run.baseline);
        return pair && pair.verdict !== 'not-judged' ? [{ ms, isAhead: pair.verdict === 'better' }] : [];
      })
      .sort((a, b) => a.ms - b.ms);
    const last = sizes.findLastIndex(({ isAhead }) => !isAhead);
    return sizes.length > 0 ? [{ id, when: whenItPays(sizes[last]?.ms, sizes[last + 1]?.ms) }] : [];
  });
  return [...Map.groupBy(each, ({ when }) => when)].map(
    ([when, members]) => `${members.map(({ id }) => id).join(', ')}: ${when}`,
  );
}

/** Says from which size on it was shown to be ahead at every size: between two measured sizes, and no finer. */
function whenItPays(notYetMs: number | undefined, fromMs: number | undefined): string {
  const more = 'more throughput than a single process';
  if (fromMs === undefined) return `not shown to have ${more} with the largest tasks`;
  const from = `${format.number(fromMs)} ms on`;
  return notYetMs === undefined
    ? `${more} at every measured task size, from ${from}`
    : `${more} from a task size between ${format.number(notYetMs)} and ${from}`;
}

/** A closed loop per size. If there is no time for all, only the smallest size and the headline have one. */
export const taskSize: QuestionSpec = {
  id: 'task-size',
  question: 'From which task size on does each strategy pay off?',
  profiles: ['thorough'],
  why: 'A hand-over costs about the same for each task, whatever its size. It pays off once a task takes much longer than the hand-over.',
  place: 'sitting',
  windows(config) {
    const sizes = sizeLoops(config);
    return config.profile.inFull ? sizes : [...sizes.slice(0, 1), headlineClosed(config)];
  },
  named: sizeName,
  // Variants in the headline's windows belong to another question.
  only: (input) => ({
    ...input,
    observations: input.observations.filter(({ subject }) =>
      input.run.contestants.some(({ id }) => id === subject.contestant),
    ),
  }),
  metrics: [
    throughput,
    { ...cpuMs, title: 'CPU ms/request' },
    overheadMs,
    {
      id: 'kernel-ms',
      derive: (input) =>
        conditionsOf(input.observations).flatMap((condition) => kernelMetric(input, condition)),
    },
  ],
  judgedBy: ['throughput'],
  charts: [
    {
      title: ({ run }) => `From which size on does it pay? Throughput ÷ that of ${run.baseline}`,
      axis: 'ratio',
      of: ['throughput'],
      x: {
        title: 'size of a task: kernel time (ms, logarithmic)',
        of: (condition, metrics) => kernelMs(condition, metrics) ?? Number.NaN,
        log: true,
        ratios: true,
        expected: () => 1,
      },
    },
  ],
  says: payOffs,
  // A smaller task may change the answer.
  flips(found, analysis) {
    const findings = found ? payOffs(found, analysis) : [];
    const about = 'other task sizes';
    return [findings.length > 0 ? { about, finding: findings.join('; ') } : { about, question: 'task-size' }];
  },
};

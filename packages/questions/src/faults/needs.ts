import { observedRange } from '@cpu-bound/stats/interval';
import { summaryOf as median } from '@cpu-bound/stats/round-summary';
import { conditionsIn, findMetric } from '@cpu-bound/study/analyse/look-up';
import { axisOf, type Figure, type Need } from '@cpu-bound/study/decide/need';
import {
  byIntervals,
  byRounds,
  type IntervalOf,
  inAllRespects,
  inOrder,
  ROUNDS_TO_LIE_APART,
} from '@cpu-bound/study/decide/relation';
import * as format from '@cpu-bound/study/format';
import {
  type Condition,
  type FaultKind,
  type Metric,
  type MetricId,
  sameCondition,
  type Undecided,
} from '@cpu-bound/study/model';
import { isOver, showRecovery } from '../recovery.ts';
import type { FaultsAnalysis } from './analyse.ts';

const conditionOf = ({ metrics }: FaultsAnalysis, fault: FaultKind): Condition | undefined =>
  conditionsIn(metrics).find(({ setting }) => setting.fault === fault);

/** The ways to end a worker. */
const PROCESS = { name: 'process', how: 'SIGKILL of a process' };
const THREAD = { name: 'thread', how: 'process.exit() in a thread' };

/** The outcomes of a request other than an answer. */
const UNANSWERED = ['errors', 'lost', 'refused'] as const;

/** Returns the outcomes that a contestant's clients saw during the fault. */
function figuresOf({ metrics }: FaultsAnalysis, { contestants }: Undecided, condition: Condition): Figure[] {
  return contestants.flatMap(({ id }) => {
    const metricOf = (name: MetricId) => findMetric(metrics, id, name, condition);
    const [sent, failed, refused, lost, recovery] = [
      metricOf('sent'),
      metricOf('errors'),
      metricOf('refused'),
      metricOf('lost'),
      metricOf('recovery'),
    ];
    if (!sent || !failed || !lost || !refused) return [];
    const words = [
      [failed, 'failed'],
      [lost, 'lost'],
      [refused, 'refused'],
    ] as const;
    const parts = words
      .filter(([metric]) => metric.high > 0)
      .map(([metric, word]) => `${format.integers(metric)} ${word}`);
    const well = recovery ? `; well after ${showRecovery(metrics)(recovery)} ms` : '';
    const what = parts.length > 0 ? parts.join(', ') : 'none lost';
    const total = Math.round(sent.estimate);
    const unanswered = sumOver(id, [failed, lost, refused]);
    return [
      {
        contestant: id,
        text: `${what} of ${total}${well}`,
        cell: `${unanswered === undefined ? parts.join(', ') : Math.round(unanswered.estimate)}/${total}${recovery ? `, ${inSeconds(metrics, recovery)}` : ''}`,
      },
    ];
  });
}

/** `0.7 s`; `≥ 5.0 s` if it had not recovered by the end of some round. */
const inSeconds = (metrics: readonly Metric[], recovery: Metric): string =>
  `${isOver(metrics, recovery) ? '' : '≥ '}${(recovery.estimate / 1000).toFixed(1)} s`;

/** Adds several metrics in each round, as a median and a range; undefined if a round lacks one of them. */
function sumOver(contestant: string, metrics: readonly Metric[]): IntervalOf | undefined {
  const [first = [], ...others] = metrics.map(({ rounds = [] }) => rounds);
  if (first.length === 0 || others.some((rounds) => rounds.length !== first.length)) return undefined;
  const sums = first.map((value, index) => others.reduce((sum, rounds) => sum + (rounds[index] ?? 0), value));
  return { contestant, ...observedRange(median(sums), sums) };
}

/** Returns the unanswered requests of each contestant that had the fault. */
const axisUnder = ({ metrics }: FaultsAnalysis, condition: Condition, hurt: readonly Figure[]) =>
  axisOf(
    'requests',
    'lower',
    hurt.flatMap(({ contestant }) => {
      const own = UNANSWERED.flatMap((name) => findMetric(metrics, contestant, name, condition) ?? []);
      return sumOver(contestant, own) ?? [];
    }),
  );

/** Relates by unanswered requests, fewer being better; if these are equal, by a shorter recovery. */
function relateBy({ metrics }: FaultsAnalysis, condition: Condition) {
  const metricsOf = (name: MetricId): Metric[] =>
    metrics.filter((one) => one.metric === name && sameCondition(one.condition, condition));
  const fewer = (name: MetricId) => byRounds(metricsOf(name));
  const recoveries = metricsOf('recovery').map(
    (metric): IntervalOf =>
      isOver(metrics, metric) ? metric : { ...metric, high: Number.POSITIVE_INFINITY },
  );
  return inOrder(inAllRespects(fewer('errors'), fewer('lost'), fewer('refused')), byIntervals(recoveries));
}

/** Names the contestants that were left out, because their only process is the service itself. */
const withoutWorkers = ({ leftOut = [] }: Undecided): Record<string, string> =>
  Object.fromEntries(
    leftOut
      .filter(({ what, contestant }) => what === 'kill-worker' && contestant !== undefined)
      .map(({ contestant = '' }) => [contestant, 'has no workers']),
  );

const roundsOf = ({ metrics }: FaultsAnalysis, condition: Condition) =>
  Math.max(...metrics.filter((one) => sameCondition(one.condition, condition)).map(({ n }) => n));

const needsRedis = ({ needs }: Undecided['contestants'][number]) => needs?.includes('redis') ?? false;

export const needs: readonly Need<FaultsAnalysis>[] = [
  {
    id: 'worker-dies',
    title: 'a killed worker',
    group: 'failures',
    figure: 'requests without an answer',
    order: 60,
    answer(found, analysis) {
      const condition = conditionOf(found, 'kill-worker');
      if (!condition) return undefined;
      const all = figuresOf(found, analysis, condition);
      const ofThread = all.filter(({ contestant }) => found.ended[contestant] === 'a thread');
      // A thread ends by other means than a process, so only contestants of the more frequent kind are compared.
      const [figures, others, kind, other] =
        ofThread.length > all.length / 2
          ? [ofThread, all.filter((one) => !ofThread.includes(one)), THREAD, PROCESS]
          : [all.filter((one) => !ofThread.includes(one)), ofThread, PROCESS, THREAD];
      return {
        under: `${kind.how}, under load`,
        row: `a ${kind.name} is killed; recovery`,
        figures,
        axis: axisUnder(found, condition, figures),
        without: {
          ...withoutWorkers(analysis),
          ...Object.fromEntries(others.map(({ contestant, cell }) => [contestant, `${other.name}: ${cell}`])),
        },
        relate: relateBy(found, condition),
        n: roundsOf(found, condition),
        enough: ROUNDS_TO_LIE_APART,
      };
    },
  },
  {
    id: 'redis-dies',
    title: 'a killed Redis',
    group: 'failures',
    figure: 'requests without an answer',
    order: 65,
    answer(found, analysis) {
      const condition = conditionOf(found, 'redis-restart');
      const { contestants } = analysis;
      if (!condition) return undefined;
      const without = contestants.filter((one) => !needsRedis(one));
      const hurt = figuresOf(found, analysis, condition);
      const figures = contestants.flatMap(({ id }) => [
        ...without
          .filter((one) => one.id === id)
          .map(() => ({
            contestant: id,
            text: 'no Redis',
            cell: 'no Redis',
          })),
        ...hurt.filter(({ contestant }) => contestant === id),
      ]);
      const isUnhurt = (id: string) => without.some((one) => one.id === id);
      const amongHurt = relateBy(found, condition);
      return {
        under: 'it is killed, and restarts empty a second later',
        row: 'Redis is killed; recovery',
        ...(without.length > 0 && { uncounted: 'true by construction: only some strategies need Redis' }),
        figures,
        axis: axisUnder(found, condition, hurt),
        relate(one, other) {
          if (isUnhurt(one) !== isUnhurt(other)) return isUnhurt(one) ? 'better' : 'worse';
          return isUnhurt(one) ? 'equivalent' : amongHurt(one, other);
        },
        n: roundsOf(found, condition),
        enough: ROUNDS_TO_LIE_APART,
      };
    },
  },
];

import { conditionsIn, findMetric, metricsUnder } from '@cpu-bound/study/analyse/look-up';
import { metricOver } from '@cpu-bound/study/analyse/measures';
import type { Observation, ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { recoveryFrom } from '@cpu-bound/study/analyse/timeline';
import type { Need } from '@cpu-bound/study/decide/need';
import { byRounds, inAllRespects, ROUNDS_TO_LIE_APART } from '@cpu-bound/study/decide/relation';
import {
  type Amount,
  type Cell,
  type Condition,
  type FaultKind,
  type Metric,
  type MetricId,
  sameCondition,
  type Undecided,
} from '@cpu-bound/study/model';
import { amount, cellsOf, isOver } from '../figures.ts';
import { accountingMeasures, recoveryMeasures, retaken, uncompared, type WithRounds } from '../measures.ts';

export type FaultsAnalysis = WithRounds & {
  /** The kind of worker that was killed, by contestant. */
  readonly ended: Readonly<Record<string, 'a process' | 'a thread'>>;
};

const recovery = ({ result }: Observation) =>
  result.open && result.fault && recoveryFrom(result.open, result.fault.atMs);

const measures = [...accountingMeasures, retaken, ...recoveryMeasures(recovery)];

/** Returns the outcome of every request around a fault, and the time to recover. */
export const analyse = (input: ScenarioInput): FaultsAnalysis => ({
  ...uncompared(input, measures),
  ended: Object.fromEntries(
    input.observations.flatMap(({ subject, result }) =>
      result.fault?.ended ? [[subject.contestant, result.fault.ended]] : [],
    ),
  ),
});

const conditionOf = ({ metrics }: FaultsAnalysis, fault: FaultKind): Condition | undefined =>
  conditionsIn(metrics).find(({ setting }) => setting.fault === fault);

/** The ways to end a worker. */
const PROCESS = { name: 'process', how: 'SIGKILL of a process' };
const THREAD = { name: 'thread', how: 'process.exit() in a thread' };

/** Returns the outcomes that a contestant's clients saw during the fault. */
const hurtCells = (
  { metrics }: FaultsAnalysis,
  { contestants }: Undecided,
  condition: Condition,
): ReadonlyMap<string, FaultCell> =>
  new Map(
    contestants.flatMap(({ id }): [string, FaultCell][] => {
      const [sent, failed, refused, lost, recovery] = (
        ['sent', 'errors', 'refused', 'lost', 'recovery'] as const
      ).map((name) => findMetric(metrics, id, name, condition));
      if (!sent || !failed || !lost || !refused) return [];
      const [count] = sumOver(id, condition, [failed, lost, refused]);
      if (!count) return [];
      const cell: FaultCell = {
        kind: 'around a fault',
        count,
        total: Math.round(sent.estimate),
        failed: amount(failed),
        lost: amount(lost),
        refused: amount(refused),
        ...(recovery && { recovery: { ...amount(recovery), isOver: isOver(metrics, recovery) } }),
      };
      return [[id, cell]];
    }),
  );

type FaultCell = Extract<Cell, { kind: 'around a fault' }>;

/** Adds several counts in each round, and summarises the sums as each of the counts is summarised. */
function sumOver(contestant: string, condition: Condition, counts: readonly Metric[]): Amount[] {
  const [first = [], ...others] = counts.map(({ rounds = [] }) => rounds);
  const sums = first.map((value, index) => others.reduce((sum, rounds) => sum + (rounds[index] ?? 0), value));
  return metricOver({ contestant, metric: 'unserved', condition }, new Map(sums.entries())).map(amount);
}

/** Relates by unanswered requests, fewer being better. A recovery is a time, for which these rounds are too few. */
function relateBy({ metrics }: FaultsAnalysis, condition: Condition) {
  const fewer = (name: MetricId) => byRounds(metricsUnder(metrics, name, condition));
  return inAllRespects(fewer('errors'), fewer('lost'), fewer('refused'));
}

/** Names the contestants that were left out, because their only process is the service itself. */
const withoutWorkers = ({ leftOut = [] }: Undecided): Record<string, string> =>
  Object.fromEntries(
    leftOut
      .filter(({ what, contestant }) => what === 'kill-worker' && contestant !== undefined)
      .map(({ contestant = '' }) => [contestant, 'no workers']),
  );

const roundsUnder = ({ metrics }: FaultsAnalysis, condition: Condition) =>
  Math.max(...metrics.filter((metric) => sameCondition(metric.condition, condition)).map(({ n }) => n));

const needsRedis = ({ needs }: Undecided['contestants'][number]) => needs?.includes('redis') ?? false;

export const needs: readonly Need<FaultsAnalysis>[] = [
  {
    id: 'worker-dies',
    title: 'killed worker',
    unit: 'unanswered',
    group: 'failures',
    order: 60,
    answer(found, analysis) {
      const condition = conditionOf(found, 'kill-worker');
      if (!condition) return undefined;
      const all = [...hurtCells(found, analysis, condition)];
      const isOfThread = (id: string) => found.ended[id] === 'a thread';
      // A thread ends by other means than a process, so only contestants of the more frequent kind are compared.
      const [kind, other] =
        all.filter(([id]) => isOfThread(id)).length > all.length / 2 ? [THREAD, PROCESS] : [PROCESS, THREAD];
      const apart = (id: string) => isOfThread(id) !== (kind === THREAD);
      return {
        under: `${kind.how}, under load`,
        title: `killed ${kind.name}`,
        better: 'lower',
        cells: Object.fromEntries(
          all.map(([id, cell]) => [id, apart(id) ? { ...cell, apart: other.name } : cell]),
        ),
        without: withoutWorkers(analysis),
        relate: relateBy(found, condition),
        n: roundsUnder(found, condition),
        enough: ROUNDS_TO_LIE_APART,
      };
    },
  },
  {
    id: 'redis-dies',
    title: 'killed Redis',
    unit: 'unanswered',
    group: 'failures',
    order: 65,
    answer(found, analysis) {
      const condition = conditionOf(found, 'redis-restart');
      if (!condition) return undefined;
      const without = analysis.contestants.filter((contestant) => !needsRedis(contestant));
      const isUnhurt = (id: string) => without.some((contestant) => contestant.id === id);
      const hurt = hurtCells(found, analysis, condition);
      const amongHurt = relateBy(found, condition);
      return {
        under: 'it is killed, and restarts empty a second later',
        better: 'lower',
        ...(without.length > 0 && { uncounted: 'true by construction: only some strategies need Redis' }),
        cells: cellsOf(analysis, ({ id }) =>
          isUnhurt(id) ? { kind: 'none', why: 'no Redis' } : hurt.get(id),
        ),
        relate(one, other) {
          if (isUnhurt(one) !== isUnhurt(other)) return isUnhurt(one) ? 'better' : 'worse';
          return isUnhurt(one) ? 'equivalent' : amongHurt(one, other);
        },
        n: roundsUnder(found, condition),
        enough: ROUNDS_TO_LIE_APART,
      };
    },
  },
];

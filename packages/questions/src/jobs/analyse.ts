import { findMetric, named } from '@cpu-bound/study/analyse/look-up';
import type { Measure } from '@cpu-bound/study/analyse/measures';
import type { ScenarioInput } from '@cpu-bound/study/analyse/observations';
import type { Need } from '@cpu-bound/study/decide/need';
import { byRounds, inAllRespects, ROUNDS_TO_LIE_APART } from '@cpu-bound/study/decide/relation';
import type {
  Cell,
  Condition,
  ContestantFacts,
  Durability,
  JobsResult,
  MetricId,
  Persistence,
} from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { amount, cellsOf } from '../figures.ts';
import { uncompared, type WithRounds } from '../measures.ts';

export const PERSISTENCES: readonly Persistence[] = ['off', 'everysec', 'always'];
export const DURABILITIES: readonly Durability[] = [...PERSISTENCES, 'commit', 'own'];
/** Redis's own default: the only one if there is no time for all. */
export const USUAL: Persistence = 'everysec';

const measure = (metric: MetricId, read: (jobs: JobsResult) => number | undefined): Measure => ({
  metric,
  read: ({ result }) => result.jobs && read(result.jobs),
});

const outcomes = ['sent', 'accepted', 'refused', 'failed', 'done', 'lost', 'twice'] as const;

const measures: readonly Measure[] = [
  ...outcomes.map((outcome) => measure(`jobs-${outcome}`, (jobs) => jobs[outcome])),
  measure('accept-rate', ({ acceptedPerSecond }) => acceptedPerSecond),
  measure('accept-p50', ({ acceptMs }) => acceptMs?.p50),
  measure('accept-p99', ({ acceptMs }) => acceptMs?.p99),
  measure('done-p50', ({ doneMs }) => doneMs?.p50),
  measure('done-p99', ({ doneMs }) => doneMs?.p99),
  measure('done-max', ({ doneMs }) => doneMs?.max),
  {
    metric: 'redis-cpu-ms-per-job',
    read: ({ result }) =>
      result.jobs && result.usage?.redisCpu !== undefined
        ? (result.usage.redisCpu * 1000) / result.jobs.accepted
        : undefined,
  },
];

/**
 * Returns the times until jobs are accepted and done, and the number of those done, for each way in which Redis
 * persists its data.
 */
export const analyse = (input: ScenarioInput): WithRounds => uncompared(input, measures);

export const persistenceNames: Readonly<Record<Durability, string>> = {
  off: 'append-only file off',
  everysec: 'append-only file, synced every second',
  always: 'append-only file, synced always',
  commit: 'PostgreSQL, synced with each commit',
  own: 'its own store',
};

/** Names a case: `a burst of 5,000`, with the way in which accepted jobs are persisted. */
export function caseOf({ setting }: Condition): string {
  return `${arrivalsOf(setting)}; ${persistenceNames[setting.persistence ?? 'off']}`;
}

function arrivalsOf(setting: Condition['setting']): string {
  const { fault, burst } = setting;
  const jobs = burst?.toLocaleString('en-GB');
  if (fault === 'redis-restart') return 'Redis killed, back after a second';
  if (fault === 'restart-all') return `every process restarted with ${jobs} accepted`;
  return burst === undefined ? wording.load({ input: {}, setting }) : `a burst of ${jobs}`;
}

export const needs: readonly Need<WithRounds>[] = [
  {
    id: 'jobs',
    title: 'accepted jobs at a restart',
    unit: 'lost',
    group: 'failures',
    matter: 'jobs',
    row: 'jobs',
    order: 57,
    answer({ metrics }, analysis) {
      const restarted = named(metrics, 'jobs-lost').filter(
        ({ condition }) => condition.setting.fault === 'restart-all',
      );
      if (restarted.length === 0) return undefined;
      const withDurability = (durability: Durability) =>
        restarted.filter(({ condition }) => condition.setting.persistence === durability);
      const measured = DURABILITIES.filter((durability) => withDurability(durability).length > 0);
      const shown = measured.find((durability) => durability === USUAL) ?? measured[0];
      const cellOf = ({ id, jobs }: ContestantFacts): Cell | undefined => {
        const own = DURABILITIES.flatMap(withDurability).filter(({ contestant }) => contestant === id);
        const usual = own.find(({ condition }) => condition.setting.persistence === shown) ?? own[0];
        if (!usual) return jobs ? undefined : { kind: 'none', why: 'no job API' };
        const by = own.map((lost) => {
          const accepted = findMetric(metrics, id, 'jobs-accepted', lost.condition);
          return {
            durability: String(lost.condition.setting.persistence),
            lost: amount(lost),
            ...(accepted && { accepted: Math.round(accepted.estimate) }),
          };
        });
        const total = by[own.indexOf(usual)]?.accepted;
        return {
          kind: 'lost jobs',
          durability: String(usual.condition.setting.persistence),
          count: amount(usual),
          ...(total !== undefined && { total }),
          by,
        };
      };
      const takes = (id: string) =>
        restarted.some(({ contestant }) => contestant === id) ||
        analysis.contestants.some((contestant) => contestant.id === id && contestant.jobs === true);
      const lessLost = inAllRespects(
        ...DURABILITIES.map((durability) => byRounds(withDurability(durability))),
      );
      return {
        under: `with Redis’s append-only file off, every second, always${measured.includes('commit') ? '; with PostgreSQL at each commit' : ''}${measured.includes('own') ? '; with a store of its own' : ''}`,
        better: 'lower',
        ...(!analysis.contestants.every(({ id }) => takes(id)) && {
          uncounted: 'true by construction: only some strategies accept jobs',
        }),
        cells: cellsOf(analysis, cellOf),
        relate(one, other) {
          if (takes(one) !== takes(other)) return takes(one) ? 'better' : 'worse';
          return takes(one) ? lessLost(one, other) : 'equivalent';
        },
        n: Math.max(0, ...restarted.map(({ n }) => n)),
        enough: ROUNDS_TO_LIE_APART,
      };
    },
  },
];

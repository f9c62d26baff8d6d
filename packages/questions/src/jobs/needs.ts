import { findMetric } from '@cpu-bound/study/analyse/look-up';
import type { Need } from '@cpu-bound/study/decide/need';
import { byRounds, inAllRespects, ROUNDS_TO_LIE_APART } from '@cpu-bound/study/decide/relation';
import type { Cell } from '@cpu-bound/study/model';
import { amount } from '../figures.ts';
import type { JobsAnalysis } from './analyse.ts';
import { BRIEFLY, DURABILITIES } from './plan.ts';

export const needs: readonly Need<JobsAnalysis>[] = [
  {
    id: 'jobs',
    title: 'accepted work',
    group: 'failures',
    figure: 'accepted jobs lost when every process restarts',
    order: 67,
    answer({ metrics }, { contestants }) {
      const restarted = metrics.filter(
        ({ metric, condition }) => metric === 'jobs-lost' && condition.setting.fault === 'restart-all',
      );
      if (restarted.length === 0) return undefined;
      const measured = DURABILITIES.filter((one) =>
        restarted.some(({ condition }) => condition.setting.persistence === one),
      );
      const shown = measured.find((one) => one === BRIEFLY.persistence) ?? measured[0];
      const cells = contestants.flatMap(({ id, jobs }): [string, Cell][] => {
        const own = DURABILITIES.flatMap((persistence) =>
          restarted.filter(
            ({ contestant, condition }) => contestant === id && condition.setting.persistence === persistence,
          ),
        );
        const usual = own.find(({ condition }) => condition.setting.persistence === shown) ?? own[0];
        if (!usual) return jobs ? [] : [[id, { kind: 'none', why: 'no job API' }]];
        const by = own.map((lost) => {
          const accepted = findMetric(metrics, id, 'jobs-accepted', lost.condition);
          return {
            durability: String(lost.condition.setting.persistence),
            lost: amount(lost),
            ...(accepted && { accepted: Math.round(accepted.estimate) }),
          };
        });
        const total = by[own.indexOf(usual)]?.accepted;
        const cell: Cell = {
          kind: 'lost jobs',
          durability: String(usual.condition.setting.persistence),
          count: amount(usual),
          ...(total !== undefined && { total }),
          by,
        };
        return [[id, cell]];
      });
      const takes = (id: string) =>
        restarted.some(({ contestant }) => contestant === id) ||
        contestants.some((one) => one.id === id && one.jobs === true);
      const lessLost = inAllRespects(
        ...DURABILITIES.map((persistence) =>
          byRounds(restarted.filter(({ condition }) => condition.setting.persistence === persistence)),
        ),
      );
      return {
        under: `with Redis’s append-only file off, every second, always${measured.includes('commit') ? '; with PostgreSQL at each commit' : ''}${measured.includes('own') ? '; with a store of its own' : ''}`,
        row: { noun: 'accepted jobs lost when all restart', unit: 'accepted jobs', isNamed: true },
        better: 'lower',
        ...(!contestants.every(({ id }) => takes(id)) && {
          uncounted: 'true by construction: only some strategies accept jobs',
        }),
        cells: Object.fromEntries(cells),
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

import type { Need } from '../../decide/need.ts';
import * as format from '../../report/format.ts';
import { findMetric } from '../../report/metric-table.ts';
import type { JobsAnalysis } from './analysis.ts';
import { PERSISTENCES } from './plan.ts';

export const jobsNeeds: readonly Need<JobsAnalysis>[] = [
  {
    id: 'jobs',
    title: 'accepted work outlives its request',
    figure: 'accepted jobs lost when every process restarts',
    order: 67,
    answer({ metrics }, { contestants }) {
      const restarted = metrics.filter(
        ({ metric, condition: { setting } }) => metric === 'jobs-lost' && setting.fault === 'restart-all',
      );
      if (restarted.length === 0) return undefined;
      const figures = contestants.map(({ id }) => {
        const own = PERSISTENCES.flatMap((persistence) =>
          restarted.filter(
            ({ contestant, condition: { setting } }) =>
              contestant === id && setting.persistence === persistence,
          ),
        );
        const told = own.map((lost) => {
          const accepted = findMetric(metrics, id, 'jobs-accepted', lost.condition);
          const of = accepted ? ` of ${Math.round(accepted.estimate)}` : '';
          return `${format.whole(lost)}${of} (${lost.condition.setting.persistence})`;
        });
        return { contestant: id, text: own.length > 0 ? told.join('; ') : 'takes no jobs' };
      });
      const takes = (id: string) => restarted.some(({ contestant }) => contestant === id);
      return {
        under: 'with Redis’s append-only file off, every second, always',
        figures,
        relate: (one, other) =>
          takes(one) === takes(other) ? (takes(one) ? 'open' : 'same') : takes(one) ? 'better' : 'worse',
        n: Math.max(0, ...restarted.map(({ n }) => n)),
      };
    },
  },
];

import { conditionsIn, findMetric } from '../../analyse/look-up.ts';
import { axisOf, type Need } from '../../decide/need.ts';
import { byRounds, inOrder, ROUNDS_TO_LIE_APART } from '../../decide/relation.ts';
import type { IsolationAnalysis } from './analysis.ts';
import { doings, figureOf, metricsUnder } from './words.ts';

export const isolationNeeds: readonly Need<IsolationAnalysis>[] = [
  {
    id: 'isolation',
    title: 'failing tasks',
    group: 'failures',
    figure: 'requests beside it without an answer',
    order: 55,
    answer({ metrics }, { contestants }) {
      const condition = conditionsIn(metrics).find(({ setting }) => setting.fault === undefined);
      if (!condition) return undefined;
      const ways = conditionsIn(metrics).flatMap(
        ({ setting }) => (setting.fault && doings[setting.fault]) ?? [],
      );
      const unserved = metricsUnder(metrics, 'unserved', condition);
      const silence = metricsUnder(metrics, 'silence', condition);
      const figures = contestants.flatMap(({ id }) => {
        const of = (name: 'sent' | 'unserved' | 'silence' | 'service-restarts') =>
          findMetric(metrics, id, name, condition);
        const [sent, without] = [of('sent'), of('unserved')];
        return sent && without
          ? [
              {
                contestant: id,
                text: figureOf(sent, without, of('silence'), of('service-restarts')),
                cell: `${Math.round(without.estimate)}/${Math.round(sent.estimate)}`,
              },
            ]
          : [];
      });
      return {
        under: `a task that ${ways.join(', one that ')}`,
        row: 'a task fails',
        figures,
        axis: axisOf(
          'requests',
          'lower',
          unserved.filter(({ contestant }) => figures.some((one) => one.contestant === contestant)),
        ),
        relate: inOrder(byRounds(unserved), byRounds(silence)),
        n: Math.max(0, ...unserved.map(({ n }) => n)),
        enough: ROUNDS_TO_LIE_APART,
      };
    },
  },
];

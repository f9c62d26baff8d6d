import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, matrixTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { conditionsIn } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { WorkersAnalysis } from './analyse.ts';
import { scaling, thoseWithWorkers } from './words.ts';

/** The mechanism behind the findings. */
const WHY =
  'Workers beyond the cores share them. [`os.availableParallelism()`](https://nodejs.org/api/os.html#osavailableparallelism) counts the cores that a process may use; two hardware threads of one core share its arithmetic units.';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: '× one worker', metric: 'speed-up', show: format.ratio },
  { title: 'memory (MiB)', metric: 'memory', show: format.mebibytes },
  { title: 'peak of resident memory (MiB)', metric: 'rss-peak', show: format.mebibytes },
  { title: 'start-up (ms)', metric: 'startup' },
];

/** Reports whether each contestant scaled to the cores, with the tables. */
export function section(found: WorkersAnalysis, { analysis, chart }: Page): Section {
  const { cores, part } = analysis.environment;
  const rates = found.metrics.filter(({ metric }) => metric === 'throughput');
  const conditions = conditionsIn(rates);
  if (conditions.length === 0) return NOTHING;
  const withWorkers = thoseWithWorkers(found, analysis);
  return {
    says: scaling(found, analysis),
    why: WHY,
    charts: [chart('workers.svg')],
    details: [
      `A closed loop runs for ${found.seconds} s, as for throughput, with fresh processes for each number of workers. ${format.thereWere(found.rounds, 'round')}. ${part ? 'For the queue, Redis uses' : 'The load generator and, for the queue, Redis use'} the same ${cores} cores.`,
      matrixTable(withWorkers, found, conditions, {
        name: ({ setting }) => format.count(setting.workers ?? 0, 'worker'),
        columns,
      }),
      format.intervalNote(rates),
    ],
  };
}

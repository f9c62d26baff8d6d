import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, matrixTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { findings, pairsTable } from '@cpu-bound/report/tables/sentences';
import { conditionsIn, named } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { intervalChart } from '../charts.ts';
import type { WithRounds } from '../measures.ts';
import { coresName } from './analyse.ts';

const WHY =
  'One core computes one task at a time, so more workers add no throughput. The system still shares the core between threads, so that an event loop beside the tasks gets its turn. Under a quota all threads stop together until the next period ([Linux: cgroup v2](https://docs.kernel.org/admin-guide/cgroup-v2.html#cpu)).';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: '/hello p50 (ms)', metric: 'hello-p50' },
  { title: 'workers that answered', metric: 'workers-used', show: format.integers },
  { title: 'memory (MiB)', metric: 'memory', show: format.mebibytes },
  { title: 'peak of resident memory (MiB)', metric: 'rss-peak', show: format.mebibytes },
];

/** Names the contestants that are better on fewer cores, with the table. */
export function section(found: WithRounds, { analysis, chart }: Page): Section {
  const { part } = analysis.environment;
  const conditions = conditionsIn(named(found.metrics, 'throughput'));
  if (conditions.length === 0) return NOTHING;
  const compared = { throughput: 'throughput', 'hello-p50': 'median `/hello` latency' } as const;
  return {
    says: conditions.flatMap((condition) =>
      (['throughput', 'hello-p50'] as const).flatMap((metric) =>
        findings(analysis, found, metric, condition, {
          what: compared[metric],
          where: ` on ${coresName(condition)}`,
        }),
      ),
    ),
    why: WHY,
    charts: [chart('cpus.svg')],
    details: [
      `A closed loop runs as for throughput. Beside it, \`/hello\` is requested 40 times a second. All contestants run side by side on the first cores of ${part ? 'the services' : 'the machine'} (taskset). For half a core they run in a cgroup with a CPU quota, as in a container: 50 ms of CPU time in each 100 ms. The load generators use ${part ? 'cores of their own' : 'the other cores, if there are any'}; Redis may use all cores${part ? ' of the services' : ''}. WORKERS is not set, so each contestant chooses its workers by \`os.availableParallelism()\`. ${format.thereWere(found.rounds, 'round')}. All other questions use all cores of ${part ? 'the services' : 'the machine'}.`,
      'When the quota is used up, every thread of the group stops until the next period. `os.availableParallelism()` respects the quota only if it can read the limit of the group.',
      matrixTable(analysis, found, conditions, { name: coresName, columns }),
      ...conditions.map((condition) => pairsTable(analysis, found, 'throughput', condition)),
      wording.intervalNote(found.metrics),
    ],
  };
}

/** Draws the answers per second on each number of cores. */
export const charts = ({ metrics }: WithRounds, analysis: Analysis) =>
  intervalChart(analysis, named(metrics, 'throughput'), {
    file: 'cpus.svg',
    alt: 'Throughput of each contestant on each number of cores',
    title: 'Answers per second on fewer cores',
    axis: 'answers/s',
    panel: ({ condition }) => coresName(condition),
  });

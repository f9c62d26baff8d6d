import { conditionsIn } from '@cpu-bound/study/analyse/look-up';
import { pairsUnder } from '@cpu-bound/study/analyse/pairs';
import * as format from '@cpu-bound/study/format';
import type { Condition } from '@cpu-bound/study/model';
import type { CpusAnalysis } from '@cpu-bound/study/scenarios/cpus/analysis';
import { coresName } from '@cpu-bound/study/scenarios/cpus/words';
import { type Column, matrixTable, NOTHING } from '../../tables/metric-table.ts';
import { findings, pairsTable } from '../../tables/sentences.ts';
import type { Page, Section } from '../section.ts';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: '/hello p50 (ms)', metric: 'hello-p50', show: format.censored },
  { title: 'workers that answered', metric: 'workers-used', show: format.whole },
  { title: 'peak memory (MiB)', metric: 'rss-peak', show: format.mebibytes },
];

/** Who is ahead on fewer cores, and the table. */
export function cpusSection(found: CpusAnalysis, { analysis, chart }: Page): Section {
  const conditions = conditionsIn(found.metrics.filter(({ metric }) => metric === 'throughput'));
  if (conditions.length === 0) return NOTHING;
  const said = (condition: Condition) => [
    ...findings(analysis, pairsUnder(found.comparisons, 'throughput', condition), {
      what: 'throughput',
      where: `, ${coresName(condition)}`,
    }),
    ...findings(analysis, pairsUnder(found.comparisons, 'hello-p50', condition), {
      what: 'median of `/hello`',
      where: `, ${coresName(condition)}`,
    }),
  ];
  return {
    says: conditions.flatMap(said),
    charts: [chart('cpus.svg')],
    details: [
      `Closed loop as in capacity with a light request 40 times a second beside it; all contestants are started side by side on the first cores of the machine (taskset), or in a group with half a core’s time in each tenth of a second (a cgroup’s CPU quota, as a container’s limit is). The load generators are on the other cores where there are any; Redis has all of them. On all cores of the machine every other question is asked. WORKERS is not set: each chooses by \`os.availableParallelism()\`. ${format.count(found.rounds, 'round')}.`,
      'A used-up quota stops every thread of the group until the next period. `os.availableParallelism()` knows of the quota only where it can read the group’s limit.',
      matrixTable(analysis, found, conditions, { name: coresName, columns }),
      ...conditions.map((condition) =>
        pairsTable(analysis, pairsUnder(found.comparisons, 'throughput', condition)),
      ),
      format.intervalNote(found.metrics),
    ],
  };
}

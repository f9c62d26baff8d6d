import type { Analysis, Condition, Metric } from '../../model.ts';
import { besideTheory } from '../../report/beside-theory.ts';
import * as format from '../../report/format.ts';
import {
  type Column,
  conditionsIn,
  findMetric,
  measuredBy,
  metricTable,
  NOTHING,
  source,
} from '../../report/metric-table.ts';
import { comparedMeaning, comparisonLines } from '../../report/sentences.ts';
import { table } from '../../report/table.ts';

const columns: readonly Column[] = ['p50', 'p90', 'p99'].map((id) => ({
  title: `${id} (ms)`,
  metric: `latency-${id}`,
}));

/** The small and the large apart, the predicted waits, and what it means. */
export function mixedSizesSection(analysis: Analysis, chart: (file: string) => string): string {
  const found = measuredBy(analysis, 'mixed-sizes');
  if (!found) return NOTHING;
  const { seconds, rounds, perSecond } = found.setting;
  const parts = conditionsIn(found.metrics).filter(({ part }) => part !== undefined);
  const input = ({ part: _part, load: _load, ...query }: Condition) => format.input(query);
  const byPart = (part: string) => parts.find((condition) => condition.part === part);
  const [small, large] = [byPart('small'), byPart('large')];
  const groups = [{ name: 'The small ones', comparisons: found.comparisons }];
  return [
    `Open loop of about ${perSecond} req/s, 95 % small tasks (${small ? input(small) : '–'}) and 5 % large ones (${large ? input(large) : '–'}), each arrival drawing its size; keep-alive, ${seconds} s, ${format.count(Number(rounds), 'round')}. The rate is a share of the slowest contestant's capacity, taken over from the headline's input by the kernel's times.`,
    '**Predicted.** Behind one shared queue a small task waits only when every worker is busy; pinned to a worker it waits whenever that one has a large task, though the others are idle. So the tail of the small ones is shortest with a pool or a job queue.',
    chart('mixed-sizes.svg'),
    ...parts.map((condition) => {
      const compared = condition.part === 'small' ? 'latency-p90' : undefined;
      return `**${condition.part}** — ${input(condition)}\n\n${metricTable(analysis, found, condition, columns, compared)}`;
    }),
    source(found),
    `${format.intervalNote(found.metrics)} The verdict is on the small ones' p90. A percentile is left out where fewer than 20 samples lie beyond it.`,
    theory(analysis, found.metrics),
    comparedMeaning(
      comparisonLines(
        analysis,
        groups,
        (ratio) => `takes ${ratio} times as long (p90, below 1 is quicker) as`,
      ),
      found.comparisons,
    ),
  ].join('\n\n');
}

/** What the small ones waited on average, beside the waits that the two kinds of queue predict. */
function theory(analysis: Analysis, metrics: readonly Metric[]): string {
  const rows = analysis.contestants.flatMap(({ id, title }) => {
    const of = (name: string) => findMetric(metrics, id, name);
    const [observed, shared, pinned] = [
      of('wait-small'),
      of('predicted-shared-wait'),
      of('predicted-pinned-wait'),
    ];
    if (!observed) return [];
    return [[title, ...besideTheory(observed, shared, pinned)]];
  });
  return `**Beside theory.** The mean time of a small task beyond the kernel's own, and the mean wait that M/G/n and n × M/G/1 give for this mix; the residual is against the nearer one and holds HTTP and dispatch too.\n\n${table(['mean wait of a small task (ms)', 'observed', 'shared queue', 'pinned queues', 'residual'], rows)}`;
}

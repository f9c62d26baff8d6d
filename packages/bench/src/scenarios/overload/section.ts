import { sameCondition } from '../../measure/plan/condition.ts';
import type { Analysis, Condition, Metric } from '../../model.ts';
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
import { showRecovery } from '../../report/recovery.ts';
import { comparedMeaning, comparisonLines } from '../../report/sentences.ts';

/** A refusal that takes longer is none that helps its client. */
const QUICK_MS = 100;

/** A table per overload, and what it means. */
export function overloadSection(analysis: Analysis, chart: (file: string) => string): string {
  const found = measuredBy(analysis, 'overload');
  if (!found) return NOTHING;
  const { seconds, rounds, mostPending, afterwardsLoad, afterwardsSeconds } = found.setting;
  const columns: readonly Column[] = [
    { title: 'goodput', metric: 'goodput', show: format.percent },
    { title: 'p50 of the answered (ms)', metric: 'latency-p50' },
    { title: 'refused', metric: 'shed', show: format.percent },
    { title: 'p99 of a refusal (ms)', metric: 'shed-p99' },
    { title: 'failed or unanswered', metric: 'errors', show: format.whole },
    { title: 'peak MiB', metric: 'rss-peak', show: format.mebibytes },
    { title: 'recovery (ms)', metric: 'recovery', show: showRecovery(found.metrics) },
  ];
  const conditions = conditionsIn(found.metrics);
  const groups = conditions.map((condition) => ({
    name: `${condition.load} times the capacity`,
    comparisons: found.comparisons.filter((one) => sameCondition(one.condition, condition)),
  }));
  const after = `${Math.round(Number(afterwardsLoad) * 100)} %`;
  return [
    `Open loop at a multiple of each contestant's own capacity for ${seconds} s, then at ${after} for ${format.number(Number(afterwardsSeconds))} s; ${format.count(Number(rounds), 'round')}, with \`MAX_PENDING=${mostPending}\`. Goodput is the right answers that came during the overload, as a share of the capacity in the short run before the first round, so that some per cent beyond 100 are no error. Recovery is from its end until the last of its requests was done with and nothing new failed, was refused or took three times as long as it should.`,
    '**Predicted.** A service that refuses what it cannot take keeps its goodput near 100 % and is well again at once. One that computes on the loop that accepts cannot say no: the requests wait unread in its sockets, the limit is not met or its refusals come as late as answers, and the backlog has to be worked off afterwards.',
    chart('overload.svg'),
    ...conditions.map(
      (condition) =>
        `**${condition.load} times its capacity** — ${format.input(condition)}\n\n${metricTable(analysis, found, condition, columns, 'goodput')}`,
    ),
    source(found),
    `${format.intervalNote(found.metrics)} The verdict is on goodput. “≥” where a round was not well again by the end of what was watched.`,
    comparedMeaning(
      [
        ...refusals(analysis, found.metrics, conditions),
        ...comparisonLines(
          analysis,
          groups,
          (ratio) => `keeps ${ratio} times the goodput (each against its own capacity) of`,
        ),
      ],
      found.comparisons,
    ),
  ].join('\n\n');
}

/** Who refused, and whether soon enough to be of use, by the brackets. */
function refusals(
  analysis: Analysis,
  metrics: readonly Metric[],
  conditions: readonly Condition[],
): string[] {
  return conditions.map((condition) => {
    const parts = analysis.contestants.flatMap(({ id, title }) => {
      const [shed, late] = [
        findMetric(metrics, id, 'shed', condition),
        findMetric(metrics, id, 'shed-p99', condition),
      ];
      if (!shed) return [];
      if (shed.high === 0 || !late) return [`${title} refused nobody: what it could not take waited`];
      const when =
        late.high < QUICK_MS
          ? 'at once'
          : late.low > QUICK_MS
            ? 'late, behind the work'
            : 'not always at once';
      return [`${title} refused ${format.percent(shed)}, ${when} (p99 ${format.duration(late.estimate)})`];
    });
    return `${condition.load} times the capacity: ${parts.join('; ')}.`;
  });
}

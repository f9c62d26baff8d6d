import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, metricTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { conditionsIn, findMetric } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { intervalChart } from '../charts.ts';
import type { WithRounds } from '../measures.ts';

const WHY =
  'On SIGTERM a service stops accepting connections ([`server.close`](https://nodejs.org/api/http.html#serverclosecallback)), finishes its requests, and starts again: the outage is that wait and its start-up. More processes and more modules take longer to start.';

const columns: readonly Column[] = [
  { title: 'sent', metric: 'sent', show: format.integers },
  { title: 'failed', metric: 'errors', show: format.integers },
  { title: 'refused', metric: 'refused', show: format.integers },
  { title: 'timed out', metric: 'lost', show: format.integers },
  { title: 'without service (ms)', metric: 'outage' },
  { title: 'shutdown (ms)', metric: 'shutdown' },
  { title: 'start-up (ms)', metric: 'startup' },
];

/** Reports the cost of a deployment without a second instance, with the table. */
export function section(found: WithRounds, { analysis, chart }: Page): Section {
  const conditions = conditionsIn(found.metrics);
  if (conditions.length === 0) return NOTHING;
  const lines = analysis.contestants.flatMap(({ id, title }) => {
    const failed = findMetric(found.metrics, id, 'errors');
    const lost = findMetric(found.metrics, id, 'lost');
    const outage = findMetric(found.metrics, id, 'outage');
    if (!failed || !outage || !lost) return [];
    const what =
      outage.high === 0
        ? 'every request was answered'
        : `${format.count(Math.round(failed.estimate), 'request')} failed in ${format.number(outage.estimate)} ms without service`;
    const gone = lost.high > 0 ? `, and ${format.integers(lost)} had no answer` : '';
    return [`${title}: ${what}${gone}`];
  });
  return {
    says: lines.length > 0 ? [`A restart without a second instance. ${lines.join('; ')}`] : [],
    why: WHY,
    charts: [chart('restart.svg')],
    details: [
      `An open loop runs at 30 % of what one core computes. The bench sends SIGTERM, waits for the end, and starts the service again on the same port. ${format.thereWere(found.rounds, 'round')}. No second instance takes over, so clients see every failure. A rolling update has to avoid them.`,
      ...conditions.map((condition) => metricTable(analysis, found, condition, columns)),
      wording.intervalNote(found.metrics),
    ],
  };
}

const panels: Readonly<Record<string, string>> = {
  outage: 'from the first to the last request that was not served',
  startup: 'from spawn to the first 200 of /readyz',
};

/** Draws the time without service, and the start-up time within it. */
export const charts = ({ metrics }: WithRounds, analysis: Analysis) =>
  intervalChart(
    analysis,
    metrics.filter(({ metric }) => metric in panels),
    {
      file: 'restart.svg',
      alt: 'Time without service and start-up time of a restart',
      title: 'A restart without a second instance',
      axis: 'ms',
      panel: ({ metric }) => panels[metric] ?? '',
    },
  );

import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, metricTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { conditionsIn } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { intervalChart } from '../charts.ts';
import type { WithRounds } from '../measures.ts';

const WHY =
  'On SIGTERM a service finishes its requests ([`server.close`](https://nodejs.org/api/http.html#serverclosecallback)) and starts again: the outage is that wait and its start-up.';

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
  return {
    says: [],
    why: WHY,
    charts: [chart('restart.svg')],
    details: [...conditions.map((condition) => metricTable(analysis, found, condition, columns))],
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

import type { Analysis, Metric } from '../model.ts';
import * as format from './format.ts';
import { findMetric } from './metric-table.ts';

/** What a choice may turn on beside throughput, from the scenarios that were measured; each number with its brackets. */
export function turningPoints(analysis: Analysis): string {
  const lines = [taskSize(analysis), lightEndpoint(analysis), overload(analysis), restart(analysis)].filter(
    (line) => line !== undefined,
  );
  if (lines.length === 0) return '';
  const items = lines.map((line) => `- ${line}`).join('\n');
  return `What the choice may turn on (brackets as in the sections below):\n\n${items}`;
}

const metricsOf = ({ scenarios }: Analysis, scenario: string) => scenarios[scenario]?.metrics ?? [];

/** `title shown, title shown`, of those who have the metric. */
function perContestant(
  { contestants }: Analysis,
  of: (id: string) => Metric | undefined,
  show: (metric: Metric) => string,
): string | undefined {
  const parts = contestants.flatMap(({ id, title }) => {
    const metric = of(id);
    return metric ? [`${title} ${show(metric)}`] : [];
  });
  return parts.length > 0 ? parts.join(', ') : undefined;
}

function taskSize(analysis: Analysis): string | undefined {
  const metrics = metricsOf(analysis, 'task-size');
  const at = perContestant(
    analysis,
    (id) => findMetric(metrics, id, 'break-even'),
    (metric) => `${format.interval(metric)} ms`,
  );
  return at && `**the size of a task**: break-even against one process at ${at}`;
}

/** At the highest open load. */
function lightEndpoint(analysis: Analysis): string | undefined {
  const medians = metricsOf(analysis, 'responsiveness').filter(({ metric }) => metric === 'hello-p50');
  const most = Math.max(
    ...medians.map(({ condition }) => Number(condition.load ?? Number.NEGATIVE_INFINITY)),
  );
  const here = medians.filter(({ condition }) => condition.load === most);
  const times = perContestant(
    analysis,
    (id) => findMetric(here, id, 'hello-p50'),
    (metric) => `${format.interval(metric)} ms`,
  );
  return times && `**light endpoints** at ${Math.round(most * 100)} % load: median ${times}`;
}

/** At the highest overload: whose refusals spare its clients the wait. */
function overload(analysis: Analysis): string | undefined {
  const shed = metricsOf(analysis, 'overload').filter(({ metric }) => metric === 'shed');
  const most = Math.max(...shed.map(({ condition }) => Number(condition.load)));
  const here = shed.filter(({ condition }) => condition.load === most);
  const shares = perContestant(analysis, (id) => findMetric(here, id, 'shed'), format.percent);
  return shares && `**overload**, ${most} times the capacity: refused by ${shares}`;
}

function restart(analysis: Analysis): string | undefined {
  const metrics = metricsOf(analysis, 'restart');
  const outages = perContestant(
    analysis,
    (id) => findMetric(metrics, id, 'outage'),
    (metric) => `${format.interval(metric)} ms`,
  );
  return outages && `**a restart** without a second instance: nobody served for ${outages}`;
}

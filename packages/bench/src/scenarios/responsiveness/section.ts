import type { Analysis, Condition, Metric } from '../../model.ts';
import { conditionKey, sameCondition } from '../../plan/condition.ts';
import * as format from '../../report/format.ts';
import { table } from '../../report/table.ts';

/** The tables, the picture, and what they say. */
export function responsivenessSection(analysis: Analysis, chart: (file: string) => string): string {
  const found = analysis.scenarios.responsiveness;
  if (!found || found.metrics.length === 0) return 'Nothing was measured: see “What went wrong”.';
  const { connections, seconds, perSecond, rounds } = found.setting;
  const conditions = [
    ...new Map(found.metrics.map(({ condition }) => [conditionKey(condition), condition])).values(),
  ];
  return [
    `\`GET /hello\` does no work. It was asked for ${perSecond} times a second on a schedule of its own, its latency counted from the intended time; first on the idle service, then for ${seconds} s while ${connections} connections kept the heavy route saturated; ${format.count(Number(rounds), 'round')}.`,
    chart('responsiveness.svg'),
    ...conditions.map((condition) => conditionTable(analysis, found.metrics, condition)),
    `${format.intervalNote(found.metrics)} A percentile is left out where fewer than 20 samples lie beyond it.`,
    meaning(analysis, found.metrics),
  ].join('\n\n');
}

function conditionTable(analysis: Analysis, metrics: readonly Metric[], condition: Condition): string {
  const here = metrics.filter((metric) => sameCondition(metric.condition, condition));
  const ids = ['hello-p50', 'hello-p90', 'hello-p99'].filter((id) =>
    here.some(({ metric }) => metric === id),
  );
  const rows = analysis.contestants.map(({ id: contestant, title }) => {
    const of = (id: string) =>
      here.find((metric) => metric.contestant === contestant && metric.metric === id);
    const first = of(ids[0] ?? '');
    return [title, ...ids.map((id) => cell(of(id))), String(first?.n ?? 0)];
  });
  const load =
    condition.connections === 0
      ? '**idle** — 0 connections on the heavy route'
      : `**saturated** — ${format.input(condition)}, ${condition.connections} connections`;
  const seconds = analysis.scenarios.responsiveness?.setting.seconds;
  return [
    `${load}, ${condition.connections === 0 ? Number(seconds) / 2 : seconds} s`,
    table(['', ...ids.map((id) => `${id.slice(6)} (ms)`), 'n'], rows),
  ].join('\n\n');
}

const cell = (metric: Metric | undefined) => (metric ? format.interval(metric) : '–');

/** Says who keeps the loop free, by the ranges and not by the estimates. */
function meaning(analysis: Analysis, metrics: readonly Metric[]): string {
  const saturated = metrics.filter(
    ({ metric, condition }) => metric === 'hello-p50' && condition.connections !== 0,
  );
  const base = saturated.find(({ contestant }) => contestant === analysis.run.baseline);
  if (!base) return '**What it means.** The baseline gave no number to compare with.';
  const lines = saturated
    .filter((metric) => metric !== base)
    .map((metric) => {
      const title =
        analysis.contestants.find(({ id }) => id === metric.contestant)?.title ?? metric.contestant;
      const apart = metric.high < base.low ? 'shorter' : metric.low > base.high ? 'longer' : undefined;
      const times = `median ${format.duration(metric.estimate)} against ${format.duration(base.estimate)}`;
      return apart
        ? `- ${title}: the wait of a light request was ${apart} than with the baseline, the brackets apart (${times}).`
        : `- ${title}: its brackets overlap with the baseline's (${times}); this says nothing yet.`;
    });
  return ['**What it means.**', ...lines].join('\n');
}

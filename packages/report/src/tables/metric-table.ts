import { findMetric, roundCount, subjectsIn } from '@cpu-bound/study/analyse/look-up';
import { pairOf } from '@cpu-bound/study/analyse/pairs';
import * as format from '@cpu-bound/study/format';
import {
  type Analysis,
  type Condition,
  MANY_UNANSWERED,
  type Metric,
  type MetricId,
  type ScenarioAnalysis,
  sameCondition,
} from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { table } from './table.ts';

/** A column: a metric and the way to show it, by default with its interval. */
export type Column = {
  readonly title: string;
  readonly metric: MetricId;
  readonly show?: (metric: Metric) => string;
};

const UNANSWERED: Column = { title: 'unanswered', metric: 'unanswered', show: format.percent };

/** A section without findings. */
export const NOTHING = {
  says: ['Too little was measured here for a number: the profile is a short one, or see “What went wrong”'],
  why: '',
  charts: [],
  details: [],
} as const;

const TOO_FEW = 'Too few samples for any of its columns.';

/**
 * Writes metric × contestant under one condition, with n. If `compared` names a metric, the table adds its ratio to the
 * baseline and the verdict. For a variant or a peer, the ratio is to its
 * contestant. Empty columns are left out. Unanswered requests have a column if they exceed one in a thousand.
 */
export function metricTable(
  analysis: Analysis,
  { metrics, comparisons }: Pick<ScenarioAnalysis, 'metrics' | 'comparisons'>,
  condition: Condition,
  columns: readonly Column[],
  compared?: MetricId,
): string {
  const here = metrics.filter((metric) => sameCondition(metric.condition, condition));
  const shown = [...columns, UNANSWERED].filter(({ metric }) =>
    here.some(
      (measured) =>
        measured.metric === metric &&
        (measured.metric !== 'unanswered' || measured.estimate > MANY_UNANSWERED),
    ),
  );
  if (shown.length === 0) return TOO_FEW;
  const verdicts = comparisons.filter(
    (pair) => pair.metric === compared && sameCondition(pair.condition, condition),
  );
  const rows = subjectsIn(analysis, here).map(({ id, title, variantOf, peerOf }) => {
    const own = variantOf ?? peerOf;
    const cells = shown.map(({ metric, show = format.interval }) => {
      const found = findMetric(here, id, metric);
      return found ? show(found) : '–';
    });
    const toBaseline = pairOf(verdicts, id, analysis.run.baseline);
    const pair = toBaseline ?? (own === undefined ? undefined : pairOf(verdicts, id, own));
    const ratio = pair ? `${format.ratio(pair.ratio)}${toBaseline ? '' : ` to ${own}`}` : '–';
    const verdict = [
      id === analysis.run.baseline ? 'baseline' : ratio,
      pair ? wording.verdictWords[pair.verdict] : '–',
    ];
    const first = here.find(({ contestant }) => contestant === id);
    return [
      title,
      ...cells,
      ...(compared === undefined ? [] : verdict),
      String(first ? roundCount(first) : 0),
    ];
  });
  const against = compared === undefined ? [] : ['against the baseline', 'verdict'];
  return table(['', ...shown.map(({ title }) => title), ...against, 'n'], rows);
}

/** Writes a row for each condition and contestant, for a question with many conditions: one table instead of six. */
export function matrixTable(
  analysis: Analysis,
  { metrics }: Pick<ScenarioAnalysis, 'metrics'>,
  conditions: readonly Condition[],
  {
    name,
    columns,
    more,
  }: {
    readonly name: (condition: Condition) => string;
    readonly columns: readonly Column[];
    /** A last column that shows no metric. */
    readonly more?: {
      readonly title: string;
      readonly show: (contestant: string, condition: Condition) => string | undefined;
    };
  },
): string {
  const shown = columns.filter(({ metric }) => metrics.some((measured) => measured.metric === metric));
  const rows = conditions.flatMap((condition) => {
    const here = metrics.filter((metric) => sameCondition(metric.condition, condition));
    return subjectsIn(analysis, here).flatMap(({ id, title }) => {
      const found = shown.map(({ metric }) => findMetric(here, id, metric));
      const [first] = found.filter((metric) => metric !== undefined);
      if (!first) return [];
      const cells = found.map((metric, index) =>
        metric ? (shown[index]?.show ?? format.interval)(metric) : '–',
      );
      const last = more ? [more.show(id, condition) ?? '–'] : [];
      return [[`${name(condition)}, ${title}`, ...cells, ...last, String(roundCount(first))]];
    });
  });
  return table(['', ...shown.map(({ title }) => title), ...(more ? [more.title] : []), 'n'], rows);
}

import type { Page, Section } from '@cpu-bound/report/question';
import { table } from '@cpu-bound/report/tables/markdown';
import {
  conditionsIn,
  findMetric,
  metricsUnder,
  pairsUnder,
  roundCount,
  subjectsIn,
  titleIn,
} from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import {
  type Analysis,
  type Condition,
  kindOf,
  MANY_UNANSWERED,
  type Metric,
  type MetricId,
  type ScenarioAnalysis,
  sameCondition,
} from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { isOver } from '../analyse.ts';
import type { MetricSpec, QuestionSpec, Shown } from '../question.ts';
import { fileOf, hasMarks } from './charts.ts';

type Found = Pick<ScenarioAnalysis, 'metrics' | 'comparisons'>;
type Tabled = Pick<QuestionSpec, 'metrics' | 'named' | 'judgedBy'>;

const TOO_LITTLE =
  'Too little was measured here for a number: the profile is a short one, or see “What went wrong”';

/** Writes the part of the page that a question has: its sentences, its charts and its tables. */
export function sectionOf<A extends ScenarioAnalysis>(
  spec: QuestionSpec<A>,
  found: A,
  { analysis, chart }: Page,
): Section {
  const columns = columnsOf(spec, found);
  const details = spec.details?.(found, analysis) ?? [];
  if (columns.length === 0 && details.every((each) => typeof each === 'string'))
    return { says: [TOO_LITTLE], why: '', charts: [], details: [] };
  const [first, ...others] = spec.charts;
  const shown = [...(first ? [first] : []), ...others.filter((each) => hasMarks(each, found, analysis))];
  return {
    says: spec.says?.(found, analysis) ?? [],
    why: spec.why,
    charts: shown.map((each) => chart(fileOf(spec, each))),
    details: [
      ...details.map((each) => (typeof each === 'string' ? each : table(each[0] ?? [], each.slice(1)))),
      ...(columns.length > 0 ? [figureTable(spec, columns, found.metrics, analysis)] : []),
      ...pairTables(spec, found, analysis),
    ],
  };
}

const WRITTEN: Readonly<Record<Shown, (figure: Metric, all: readonly Metric[]) => string>> = {
  interval: format.interval,
  count: format.integers,
  percent: format.percent,
  MiB: format.mebibytes,
  ratio: format.ratio,
  statuses: ({ rounds = [], estimate }) =>
    [...new Set(rounds.length > 0 ? rounds : [estimate])]
      .toSorted((a, b) => a - b)
      .map((status) => (status === 0 ? 'none' : String(status)))
      .join(' or '),
  // A recovery that was not complete in some round is longer than the time of watching.
  recovery: (figure, all) => {
    const find = (id: Metric['metric']) => findMetric(all, figure.contestant, id, figure.condition);
    return `${isOver(find) ? '' : '≥ '}${format.interval(figure)}`;
  },
};

const UNANSWERED: MetricSpec = {
  id: 'unanswered',
  title: 'unanswered',
  shown: 'percent',
  derive: () => [],
};

const titleOf = (metric: MetricId, specs: readonly MetricSpec[]): string =>
  specs.find(({ id }) => id === metric)?.title ?? kindOf(metric).name ?? metric;

/** The function called alone is no contestant: its figures stand above the table. */
const isAlone = ({ contestant }: Metric) => contestant === 'kernel';

/** The metrics that have a column. Few unanswered requests are not worth one. */
const columnsOf = ({ metrics: specs }: Tabled, { metrics }: Found): MetricSpec[] =>
  [...specs, UNANSWERED].filter(
    ({ id, title }) =>
      title !== undefined &&
      metrics.some(
        (figure) =>
          figure.metric === id &&
          !isAlone(figure) &&
          (id !== 'unanswered' || figure.estimate > MANY_UNANSWERED),
      ),
  );

/** Writes a row for each condition and contestant, with its metrics and n. */
function figureTable(
  { metrics: specs, named }: Tabled,
  columns: readonly MetricSpec[],
  metrics: readonly Metric[],
  analysis: Analysis,
): string {
  const isShown = ({ metric }: Metric) => columns.some(({ id }) => id === metric);
  const conditions = conditionsIn(metrics.filter((figure) => isShown(figure) && !isAlone(figure)));
  const rows = conditions.flatMap((condition) => {
    const here = metrics.filter((figure) => sameCondition(figure.condition, condition));
    return subjectsIn(analysis, here).flatMap(({ id, title }) => {
      const found = columns.map((column) => findMetric(here, id, column.id));
      const [first] = found.filter((figure) => figure !== undefined);
      if (!first) return [];
      const cells = found.map((figure, index) =>
        figure ? WRITTEN[columns[index]?.shown ?? 'interval'](figure, metrics) : '–',
      );
      const name = conditions.length > 1 ? `${named(condition, metrics)}, ${title}` : title;
      return [[name, ...cells, String(roundCount(first))]];
    });
  });
  const alone = conditions.flatMap((condition) =>
    aloneUnder({ metrics: specs, named }, condition, metrics, conditions),
  );
  return [...alone, table(['', ...columns.map(({ title = '' }) => title), 'n'], rows)].join('\n\n');
}

/** Names a condition, if it is the only one, with the figures of the function called alone. */
function aloneUnder(
  { metrics: specs, named }: Tabled,
  condition: Condition,
  metrics: readonly Metric[],
  { length }: readonly Condition[],
): string[] {
  const figures = specs.flatMap(({ id, title }) =>
    title === undefined
      ? []
      : metricsUnder(metrics, id, condition)
          .filter(isAlone)
          .map((figure) => `${title} ${format.interval(figure)} ${figure.unit}`),
  );
  if (figures.length === 0 && length > 1) return [];
  return [`**${named(condition, metrics)}**${figures.length > 0 ? `: ${figures.join(', ')}` : ''}`];
}

/** Writes a table for each compared metric, with every pair under each condition that was judged. */
function pairTables(
  { metrics: specs, named, judgedBy = [] }: Tabled,
  { metrics, comparisons }: Found,
  analysis: Analysis,
): string[] {
  const conditions = conditionsIn(metrics.filter((figure) => !isAlone(figure)));
  const contestantOf = titleIn(analysis);
  return judgedBy.flatMap((metric) => {
    const rows = conditions.flatMap((condition) => {
      const pairs = pairsUnder(comparisons, metric, condition);
      if (pairs.every(({ verdict }) => verdict === 'not-judged')) return [];
      const where = conditions.length > 1 ? `${named(condition, metrics)}, ` : '';
      return pairs.map(({ contestant, against, ratio, verdict }) => [
        `${where}${contestantOf(contestant)} ÷ ${contestantOf(against)}`,
        format.ratio(ratio),
        wording.verdictWords[verdict],
        String(ratio.n),
      ]);
    });
    const head = [`all pairs by ${titleOf(metric, specs)}`, 'ratio', 'verdict', 'n'];
    return rows.length > 0 ? [table(head, rows)] : [];
  });
}

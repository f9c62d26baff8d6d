import { intervalPanels, linesChart, type Mark } from '@cpu-bound/report/charts/charts';
import type { Chart } from '@cpu-bound/report/question';
import { named, pairOf, pairsUnder } from '@cpu-bound/study/analyse/look-up';
import type { Analysis, Metric, ScenarioAnalysis } from '@cpu-bound/study/model';
import type { ChartSpec, QuestionSpec } from '../question.ts';

type Drawn<A> = Pick<QuestionSpec<A & ScenarioAnalysis>, 'id' | 'metrics' | 'named' | 'charts'>;

/** The file of a chart, below the folder of charts: that of a question's first has its id. */
export const fileOf = ({ id }: { readonly id: string }, { name }: { readonly name?: string }): string =>
  `${name === undefined ? id : `${id}-${name}`}.svg`;

/** Draws the charts of a question; one without a mark is not drawn. */
export const chartsOf = async <A extends ScenarioAnalysis>(
  spec: Drawn<A>,
  found: A,
  analysis: Analysis,
): Promise<Chart[]> =>
  (
    await Promise.all(
      spec.charts.map(async (chart): Promise<Chart[]> => {
        if (!hasMarks(chart, found, analysis)) return [];
        const title = typeof chart.title === 'string' ? chart.title : chart.title(analysis, found);
        const svg = await (chart.draw
          ? chart.draw(found, analysis)
          : draw(spec, { ...chart, title }, found, analysis));
        return svg === undefined ? [] : [{ file: fileOf(spec, chart), alt: `${title}: ${chart.axis}`, svg }];
      }),
    )
  ).flat();

/** Returns true if there is something to draw: a line needs two places. */
export function hasMarks<A extends ScenarioAnalysis>(
  chart: ChartSpec<A>,
  found: A,
  analysis: Analysis,
): boolean {
  const figures = figuresOf(chart, found, analysis);
  return chart.x
    ? new Set(figures.map(({ condition }) => chart.x?.of(condition, found.metrics))).size > 1
    : figures.length > 0;
}

/** Returns the figures of a chart. Those of lines of ratios are the ratios to the baseline. */
function figuresOf<A extends ScenarioAnalysis>(
  { of, at, who, x }: ChartSpec<A>,
  { metrics, comparisons }: A,
  { contestants, run }: Analysis,
): Metric[] {
  const figures = metrics.filter(({ metric, contestant, condition }) => {
    const facts = contestants.find(({ id }) => id === contestant);
    return of.includes(metric) && (at?.(condition) ?? true) && (!who || !facts || who(facts));
  });
  if (!x?.ratios) return figures;
  return figures.flatMap((figure) => {
    const here = pairsUnder(comparisons, figure.metric, figure.condition);
    const pair = pairOf(here, figure.contestant, run.baseline);
    return pair && Number.isFinite(x.of(figure.condition, metrics)) ? [{ ...figure, ...pair.ratio }] : [];
  });
}

function draw<A extends ScenarioAnalysis>(
  spec: Drawn<A>,
  chart: ChartSpec<A> & { readonly title: string },
  found: A,
  analysis: Analysis,
): Promise<string> {
  const { metrics } = found;
  const { of, as, axis, line, title, x } = chart;
  const titleOf = ({ metric }: Metric) => spec.metrics.find(({ id }) => id === metric)?.title ?? metric;
  const conditionOf = ({ condition }: Metric) => spec.named(condition, metrics);
  const panelOf = of.length > 1 && as !== 'percentiles' ? titleOf : conditionOf;
  const markOf = (figure: Metric): Mark => {
    const { contestant, estimate, low, high, indicative: few } = figure;
    const mark = { contestant, estimate, low, high, few };
    if (x)
      return { ...mark, panel: of.length > 1 ? panelOf(figure) : '', x: x.of(figure.condition, metrics) };
    const percentile = as === 'percentiles' ? figure.metric.replace(/^.*-/, '') : undefined;
    return { ...mark, panel: panelOf(figure), percentile };
  };
  const marks = figuresOf(chart, found, analysis).map(markOf);
  if (x) {
    const places = [...new Set(marks.map((mark) => mark.x ?? 0))].sort((a, b) => a - b);
    return linesChart(analysis, marks, {
      title,
      xTitle: x.title,
      yTitle: axis,
      xScale: x.log ? 'log' : 'linear',
      reference: places.flatMap((place) =>
        x.expected ? [{ x: place, estimate: x.expected(place, analysis) }] : [],
      ),
    });
  }
  // The cost of computing requests from a file is not known.
  const hasLimit = typeof line === 'string' && !analysis.run.workload.requests;
  return intervalPanels(analysis, marks, {
    title,
    axis,
    reference: hasLimit ? named(metrics, line).map(markOf) : [],
    line: typeof line === 'function' ? line(analysis) : undefined,
  });
}

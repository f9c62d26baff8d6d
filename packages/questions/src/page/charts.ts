import {
  forestPlot,
  intervalPanels,
  linesChart,
  percentilesChart,
  roundsStrip,
} from '@cpu-bound/report/charts/charts';
import type { Chart } from '@cpu-bound/report/question';
import { named, pairOf, pairsUnder } from '@cpu-bound/study/analyse/look-up';
import { type Analysis, kindOf, type Metric, type ScenarioAnalysis } from '@cpu-bound/study/model';
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
  const marks = marksOf(chart, found, analysis);
  if (chart.as === 'ratios') return ratiosOf(chart, found).length > 0;
  return chart.x
    ? new Set(marks.map(({ condition }) => chart.x?.of(condition, found.metrics))).size > 1
    : marks.length > 0;
}

const ratiosOf = (
  { of }: Pick<ChartSpec<never>, 'of'>,
  { comparisons }: Pick<ScenarioAnalysis, 'comparisons'>,
) => comparisons.filter(({ metric }) => of.includes(metric));

/** Returns the figures of a chart. Those of lines of ratios are the ratios to the baseline. */
function marksOf<A extends ScenarioAnalysis>(
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
  { title, axis, ...chart }: ChartSpec<A> & { readonly title: string },
  found: A,
  analysis: Analysis,
): Promise<string> {
  const { metrics } = found;
  const marks = marksOf({ title, axis, ...chart }, found, analysis);
  const { of, as, line, x } = chart;
  const titleOf = ({ metric }: Metric) => spec.metrics.find(({ id }) => id === metric)?.title ?? metric;
  const conditionOf = ({ condition }: Metric) => spec.named(condition, metrics);
  const panel = of.length > 1 ? titleOf : conditionOf;
  if (x) {
    const places = [...new Set(marks.map(({ condition }) => x.of(condition, metrics)))].sort((a, b) => a - b);
    return linesChart(analysis, marks, {
      title,
      x: ({ condition }) => x.of(condition, metrics),
      xTitle: x.title,
      yTitle: axis,
      xScale: x.log ? 'log' : 'linear',
      reference: places.flatMap((place) =>
        x.expected ? [{ x: place, y: x.expected(place, analysis) }] : [],
      ),
      panel: of.length > 1 ? panel : undefined,
    });
  }
  switch (as) {
    case 'ratios': {
      const { margin = 0.05 } = of[0] ? kindOf(of[0]) : {};
      return forestPlot(analysis, ratiosOf(chart, found), { title, margin });
    }
    case 'rounds':
      return roundsStrip(analysis, marks, { title, axis, panel });
    case 'percentiles':
      return percentilesChart(analysis, marks, { title, axis, panel: conditionOf });
    default: {
      // The cost of computing requests from a file is not known.
      const reference = typeof line === 'string' && !analysis.run.workload.requests ? line : undefined;
      return intervalPanels(analysis, reference ? [...marks, ...named(metrics, reference)] : marks, {
        title,
        axis,
        panel,
        metric: reference && of[0],
        reference,
        line: typeof line === 'function' ? line(analysis) : undefined,
      });
    }
  }
}

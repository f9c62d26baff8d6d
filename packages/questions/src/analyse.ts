import {
  conditionsIn,
  findMetric,
  metricOfEach,
  metricsUnder,
  named,
  roundCount,
} from '@cpu-bound/study/analyse/look-up';
import { comparisonsOf, metricsOf } from '@cpu-bound/study/analyse/measures';
import type { QuestionInput } from '@cpu-bound/study/analyse/observations';
import { percentileComparisons, percentileMetrics } from '@cpu-bound/study/analyse/percentiles';
import {
  type Answer,
  byIntervals,
  byRounds,
  comparedBy,
  firstOf,
  inAllRespects,
  type Need,
  overloadedUnder,
  ROUNDS_TO_LIE_APART,
} from '@cpu-bound/study/decide/need';
import * as format from '@cpu-bound/study/format';
import {
  type Amount,
  type Cell,
  type Comparison,
  type Condition,
  kindOf,
  MANY_UNANSWERED,
  type Metric,
  type MetricId,
  type ScenarioAnalysis,
  type Undecided,
} from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import type { MetricSpec, NeedSpec, QuestionSpec } from './question.ts';

type Measured = Pick<QuestionSpec, 'metrics' | 'only'>;
type ReadSpec = Extract<MetricSpec, { read: unknown }>;

/** Measures a question: its metrics over the rounds, and the pairs of those that are compared. */
export function measure({ metrics: specs, only }: Measured, complete: QuestionInput): ScenarioAnalysis {
  const input = only?.(complete) ?? complete;
  const reads = specs.filter((spec): spec is ReadSpec => 'read' in spec);
  const percentiles = (['latency', 'hello'] as const).flatMap((of) => {
    const ids = specs.flatMap((spec) => ('percentileOf' in spec && spec.percentileOf === of ? [spec.p] : []));
    return ids.length > 0 ? percentileMetrics(input, of, ids) : [];
  });
  const metrics = [
    ...metricsOf(
      input,
      reads.map((spec) => measureOf(spec, input)),
    ),
    ...percentiles,
    ...specs.flatMap((spec) => ('derive' in spec ? spec.derive(complete) : [])),
  ];
  return { metrics, comparisons: specs.flatMap((spec) => pairsOn(spec, input, metrics)) };
}

const measureOf = ({ id, read }: ReadSpec, { run }: QuestionInput) => ({
  metric: id,
  read: (window: Parameters<typeof read>[0]) => read(window, run),
});

/** Compares all pairs on a metric, under the conditions under which it is compared. */
function pairsOn(
  spec: MetricSpec,
  complete: QuestionInput,
  metrics: readonly Metric[],
): readonly Comparison[] {
  const { compared, comparisons } = spec;
  if (comparisons) return comparisons(complete, metrics);
  if (!compared) return [];
  const input =
    compared === true
      ? complete
      : {
          ...complete,
          observations: complete.observations.filter(({ window }) => compared(window.condition, complete)),
        };
  if ('percentileOf' in spec) return percentileComparisons(input, spec.percentileOf, spec.p, metrics);
  return 'read' in spec ? comparisonsOf(input, measureOf(spec, input)) : [];
}

/** Makes a need of data: its answer follows from its metrics under its condition. */
export function needOf(spec: NeedSpec): Need<ScenarioAnalysis> {
  const { of, at, under, titled, scale, atRate, apart, wait, cell, ...about } = spec;
  return { ...about, answer: (found, analysis) => answerTo(spec, found, analysis) };
}

/** The part of a need from which its answer follows. */
type Answered = Omit<NeedSpec, 'id' | 'title' | 'unit' | 'group' | 'order'>;

/** Answers a need; undefined if its condition was not measured. */
export function answerTo(
  spec: Answered,
  { metrics, comparisons }: ScenarioAnalysis,
  analysis: Undecided,
): Answer | undefined {
  const { of, at, under, titled, atRate, apart } = spec;
  const [metric] = of;
  const conditions = conditionsIn(at ? metrics : named(metrics, metric));
  const condition = conditions.find((each) => at?.(each, { metrics, conditions, analysis }) ?? true);
  if (!condition) return undefined;
  const figures = metricOfEach(analysis, metrics, metric, condition);
  const cells = figures.flatMap((figure): [string, Cell][] => {
    const cell = cellOf(spec, figure, (id) => findMetric(metrics, figure.contestant, id, condition));
    return cell ? [[figure.contestant, cell]] : [];
  });
  const perSecond = atRate && rateUnder(analysis, condition);
  const lieApart = apart === 'rounds' ? byRounds : byIntervals;
  const relations = of.map((id) => {
    const { relate } = comparedBy(comparisons, id, condition);
    return apart ? firstOf(relate, lieApart(metricsUnder(metrics, id, condition))) : relate;
  });
  return {
    title: titled?.(condition, perSecond),
    under: typeof under === 'string' ? under : (under ?? loadIn(perSecond))(condition),
    perSecond,
    load: perSecond === undefined ? undefined : condition,
    n: Math.max(0, ...figures.map(roundCount)),
    windowSeconds: figures.flatMap(({ windows }) => windows?.seconds ?? [])[0],
    cells: Object.fromEntries(cells),
    better: kindOf(metric).better ?? 'lower',
    enough: apart === 'rounds' ? ROUNDS_TO_LIE_APART : undefined,
    overloaded: overloadedUnder(metrics, condition),
    pairs: comparedBy(comparisons, metric, condition).pairs,
    relate: inAllRespects(...relations),
  };
}

/** Makes the cell of a figure. A share of unanswered requests above one in a thousand belongs to a figure of answers. */
function cellOf(
  { scale = 1, wait, cell }: Answered,
  figure: Metric,
  find: (metric: MetricId) => Metric | undefined,
): Cell | undefined {
  if (cell) return cell(figure, find);
  const share = /^(throughput|latency)/.test(figure.metric) ? find('unanswered')?.estimate : undefined;
  const other = wait && find(wait);
  return {
    kind: 'number',
    value: amount(format.scaled(figure, scale)),
    unanswered: share !== undefined && share > MANY_UNANSWERED ? share : undefined,
    wait: other && amount(other),
  };
}

export const amount = ({ estimate, low, high, level, n, indicative, censored, rounds }: Metric): Amount => ({
  estimate,
  low,
  high,
  level,
  n,
  indicative,
  censored,
  rounds,
});

const loadIn = (perSecond: number | undefined) => (condition: Condition) =>
  `${perSecond === undefined ? '' : `${format.number(perSecond)} requests/s, `}${wording.loadName(condition)}`;

/** The requests per second of a condition, by whichever question reported them: its windows are shared. */
function rateUnder({ scenarios }: Undecided, condition: Condition): number | undefined {
  const [rate] = Object.values(scenarios).flatMap(({ metrics }) =>
    metricsUnder(metrics, 'offered', condition),
  );
  return rate?.estimate;
}

/** Returns true if the service had recovered before the bench stopped watching, in each round. */
export const isOver = (find: (metric: MetricId) => Metric | undefined): boolean =>
  (find('unrecovered')?.high ?? 0) === 0;

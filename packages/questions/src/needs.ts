import {
  conditionsIn,
  findMetric,
  metricOfEach,
  metricsUnder,
  named,
} from '@cpu-bound/study/analyse/look-up';
import { type Answer, comparedBy, type Need, overloadedUnder } from '@cpu-bound/study/decide/need';
import {
  byIntervals,
  byRounds,
  firstOf,
  inAllRespects,
  ROUNDS_TO_LIE_APART,
} from '@cpu-bound/study/decide/relation';
import type { Cell, Condition, Metric, ScenarioAnalysis, Undecided } from '@cpu-bound/study/model';
import { defined } from '@cpu-bound/workload/defined';
import { amount, figuresOf } from './figures.ts';
import type { NeedSpec } from './question.ts';

/** Makes a need of data: its answer follows from its metrics under its condition. */
export function needOf(spec: NeedSpec): Need<ScenarioAnalysis> {
  const { of, at, under, titled, scale, atRate, apart, beside, cell, ...about } = spec;
  return { ...about, answer: (found, analysis) => answerTo(spec, found, analysis) };
}

/** The part of a need from which its answer follows. */
type Answered = Omit<NeedSpec, 'id' | 'title' | 'unit' | 'group' | 'order'>;

/** Answers a need; undefined if no contestant has its figure. */
export function answerTo(
  spec: Answered,
  { metrics, comparisons }: ScenarioAnalysis,
  analysis: Undecided,
): Answer | undefined {
  const { of, at, under, titled, scale, atRate, apart } = spec;
  const [metric] = of;
  const all = conditionsIn(metrics);
  const condition = at
    ? all.find((each) => at(each, analysis, all))
    : conditionsIn(named(metrics, metric))[0];
  if (!condition) return undefined;
  const overloaded = overloadedUnder(metrics, condition);
  const figures = figuresOf(analysis, metrics, metric, condition, scale);
  if (Object.keys(figures.cells).length + overloaded.length === 0) return undefined;
  const perSecond = atRate && rateUnder(analysis, condition);
  const lieApart = apart === 'rounds' ? byRounds : byIntervals;
  const relations = of.map((id) => {
    const { relate } = comparedBy(comparisons, id, condition);
    return apart ? firstOf(relate, lieApart(metricsUnder(metrics, id, condition))) : relate;
  });
  return defined({
    ...figures,
    title: titled?.(condition, perSecond),
    under: typeof under === 'string' ? under : under(condition, perSecond),
    perSecond,
    load: perSecond === undefined ? undefined : condition,
    cells: { ...figures.cells, ...otherCells(spec, metrics, condition, figures.cells, analysis) },
    overloaded,
    pairs: comparedBy(comparisons, metric, condition).pairs,
    relate: inAllRespects(...relations),
    enough: apart === 'rounds' ? ROUNDS_TO_LIE_APART : undefined,
  });
}

/** The cells of a need that are more than a number. */
function otherCells(
  { of: [metric], beside, cell }: Answered,
  metrics: readonly Metric[],
  condition: Condition,
  numbers: Answer['cells'],
  analysis: Undecided,
): Answer['cells'] {
  const own = metricOfEach(analysis, metrics, metric, condition);
  return Object.fromEntries(
    own.flatMap((figure): [string, Cell][] => {
      const { contestant } = figure;
      const find = (name: Metric['metric']) => findMetric(metrics, contestant, name, condition);
      if (cell) {
        const made = cell(figure, find);
        return made ? [[contestant, made]] : [];
      }
      const number = numbers[contestant];
      const other = beside && find(beside.metric);
      return other && number?.kind === 'number'
        ? [[contestant, { ...number, [beside.as]: amount(other) }]]
        : [];
    }),
  );
}

/** The requests per second of a condition, by whichever question reported them: its windows are shared. */
function rateUnder({ scenarios }: Undecided, condition: Condition): number | undefined {
  const [rate] = Object.values(scenarios).flatMap(({ metrics }) =>
    metricsUnder(metrics, 'offered', condition),
  );
  return rate?.estimate;
}

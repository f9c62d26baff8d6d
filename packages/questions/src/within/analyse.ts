import { LOOKS } from '@cpu-bound/stats/looks';
import { mean } from '@cpu-bound/stats/moments';
import type { BoundsComparison } from '@cpu-bound/stats/rate-pairs';
import { mostExcessive } from '@cpu-bound/stats/rate-ratio';
import { opposite } from '@cpu-bound/stats/verdict';
import { metricsOf } from '@cpu-bound/study/analyse/measures';
import { conditionsOf, type Observation, type ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { type RateFigure, rateComparisons, rateFigures } from '@cpu-bound/study/analyse/rates-within';
import { comparedBy, type Need } from '@cpu-bound/study/decide/need';
import { firstOf, type Relate } from '@cpu-bound/study/decide/relation';
import * as format from '@cpu-bound/study/format';
import {
  type Cell,
  kindOf,
  type Metric,
  type RateSearch,
  type SearchWindow,
  type Undecided,
} from '@cpu-bound/study/model';
import { offered, type WithRounds } from '../measures.ts';

export type WithinAnalysis = WithRounds & {
  /** The verdicts on the pairs that have no ratio. */
  readonly bounds: readonly BoundsComparison[];
};

/** Estimates the largest rate of each contestant within the target, and compares all pairs (docs/adr/0055). */
export function analyse(input: ScenarioInput): WithinAnalysis {
  const search = searchOf(input);
  const rounds = new Set(input.observations.map(({ round }) => round)).size;
  if (!search) return { metrics: [], comparisons: [], bounds: [], rounds };
  const { contestants, figures: atOnce } = input.run;
  const options = atOnce === undefined ? { looks: LOOKS } : { level: 1 - 0.05 / atOnce };
  return {
    metrics: [...ratesOf(search), ...metricsOf(input, [offered])],
    ...rateComparisons(search, contestants, options),
    search,
    rounds,
  };
}

/**
 * Makes the figures and the verdicts of a stored analysis anew from its windows: an older bench read them off a line
 * (docs/adr/0055).
 */
export function renewed(
  { search: stored, metrics, rounds, ...found }: WithinAnalysis,
  { contestants }: Pick<Undecided, 'contestants'>,
): WithinAnalysis {
  if (!stored) return { ...found, metrics, rounds };
  const { targetMs, condition, seconds, windows, foreign } = stored;
  const search = { targetMs, condition, seconds, windows, ...(foreign !== undefined && { foreign }) };
  return {
    metrics: [...ratesOf(search), ...metrics.filter(({ metric }) => metric !== 'rate-within')],
    ...rateComparisons(search, contestants, { looks: LOOKS }),
    search,
    rounds,
  };
}

const ratesOf = (search: RateSearch): Metric[] =>
  rateFigures(search).flatMap((figure): Metric[] =>
    figure.form === 'rate'
      ? [
          {
            contestant: figure.contestant,
            metric: 'rate-within',
            unit: kindOf('rate-within').unit,
            condition: search.condition,
            ...figure.rate,
          },
        ]
      : [],
  );

/** Returns the windows of the target that most windows have; a study may have been asked for several. */
function searchOf({ observations, samples }: ScenarioInput): RateSearch | undefined {
  const [condition] = conditionsOf(observations).toSorted(
    (a, b) => countOf(observations, b.setting.within) - countOf(observations, a.setting.within),
  );
  const targetMs = condition?.setting.within;
  if (!condition || targetMs === undefined) return undefined;
  const own = observations.filter(({ window }) => window.condition.setting.within === targetMs);
  const foreign = own.flatMap(({ result }) => result.usage?.foreign ?? []);
  return {
    targetMs,
    condition,
    seconds: own[0]?.window.seconds ?? 0,
    windows: own.flatMap((observation) => windowOf(observation, samples)),
    ...(foreign.length > 0 && { foreign: mean(foreign) }),
  };
}

const countOf = (observations: readonly Observation[], within: number | undefined) =>
  observations.filter(({ window }) => window.condition.setting.within === within).length;

function windowOf(
  { subject, round, result }: Observation,
  samples: ScenarioInput['samples'],
): SearchWindow[] {
  if (!result.open) return [];
  const latencies = samples(result.open.samples);
  const sent = latencies.length;
  if (sent === 0) return [];
  const slowest = [...latencies.toSorted().subarray(-mostExcessive(sent))]
    .reverse()
    .map((ms) => Number(ms.toPrecision(4)));
  return [{ contestant: subject.contestant, round, perSecond: result.open.perSecond, sent, slowest }];
}

function cellOf(figure: RateFigure): Cell {
  const { kept, windows } = figure;
  switch (figure.form) {
    case 'rate':
      return { kind: 'number', value: figure.rate };
    case 'at most':
    case 'at least':
      return { kind: 'bound', side: figure.form, value: figure.perSecond, kept, windows };
    default:
      return { kind: 'open', why: figure.form, kept, windows };
  }
}

/** Relates the pairs without a ratio. */
const byBounds = (pairs: readonly BoundsComparison[]): Relate => {
  const verdicts = new Map(
    pairs.flatMap(({ contestant, against, verdict }) => [
      [`${contestant} ${against}`, verdict],
      [`${against} ${contestant}`, opposite[verdict]],
    ]),
  );
  return (contestant, against) => verdicts.get(`${contestant} ${against}`);
};

/** The most requests per second within the reader's p99. */
const within: Need<WithinAnalysis> = {
  id: 'within',
  title: 'traffic within a p99',
  unit: '/s',
  group: 'speed',
  matter: 'traffic',
  row: 'traffic',
  order: 15,
  answer({ search, comparisons, bounds, rounds }, { contestants }) {
    const own = search
      ? rateFigures(search).filter(({ contestant }) => contestants.some(({ id }) => id === contestant))
      : [];
    if (!search || own.length === 0) return undefined;
    const compared = comparedBy(comparisons, 'rate-within', search.condition);
    return {
      ...compared,
      title: `traffic, p99 ≤ ${format.givenTime(search.targetMs)}`,
      under: `p99 within ${format.givenTime(search.targetMs)}`,
      n: rounds,
      windowSeconds: search.seconds,
      better: 'higher',
      cells: Object.fromEntries(own.map((figure) => [figure.contestant, cellOf(figure)])),
      relate: firstOf(compared.relate, byBounds(bounds)),
    };
  },
};

export const needs: readonly Need<WithinAnalysis>[] = [within];

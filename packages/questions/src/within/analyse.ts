import { pairsAmong } from '@cpu-bound/stats/family';
import { firstLook, LOOKS } from '@cpu-bound/stats/looks';
import { mean } from '@cpu-bound/stats/moments';
import { mostExcessive } from '@cpu-bound/stats/rate-within';
import { summaryOf as median } from '@cpu-bound/stats/round-summary';
import { metricsOf } from '@cpu-bound/study/analyse/measures';
import { conditionsOf, type Observation, type ScenarioInput } from '@cpu-bound/study/analyse/observations';
import {
  type RateFigure,
  rangeOf,
  rateComparisons,
  rateFigures,
} from '@cpu-bound/study/analyse/rates-within';
import { comparedBy, type Need } from '@cpu-bound/study/decide/need';
import { firstOf, type Relate } from '@cpu-bound/study/decide/relation';
import * as format from '@cpu-bound/study/format';
import {
  type Cell,
  type Condition,
  kindOf,
  type Metric,
  type RateSearch,
  type SearchWindow,
} from '@cpu-bound/study/model';
import { offered, type WithRounds } from '../measures.ts';

export type WithinAnalysis = WithRounds & {
  /** A figure or a bound of each contestant that was measured. */
  readonly figures: readonly RateFigure[];
};

/** Estimates the largest rate of each contestant within the target, and compares all pairs (docs/adr/0055). */
export function analyse(input: ScenarioInput): WithinAnalysis {
  const search = searchOf(input);
  const rounds = new Set(input.observations.map(({ round }) => round)).size;
  if (!search) return { metrics: [], comparisons: [], figures: [], rounds };
  const { subjects, contestants, figures: atOnce } = input.run;
  const figures = rateFigures(search, subjects);
  const options = atOnce === undefined ? { looks: LOOKS } : { level: 1 - 0.05 / atOnce };
  return {
    metrics: [...ratesOf(figures, search.condition), ...metricsOf(input, [offered])],
    comparisons: rateComparisons(search, contestants, figures, options),
    search,
    figures,
    rounds,
  };
}

const ratesOf = (figures: readonly RateFigure[], condition: Condition): Metric[] =>
  figures.flatMap((figure): Metric[] =>
    figure.kind === 'rate'
      ? [
          {
            contestant: figure.contestant,
            metric: 'rate-within',
            unit: kindOf('rate-within').unit,
            condition,
            ...figure.rate,
          },
        ]
      : [],
  );

/** Returns the windows of the target that most windows have; a study may have been asked for several. */
function searchOf({ observations, throughput, samples }: ScenarioInput): RateSearch | undefined {
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
    throughput: Object.fromEntries(
      [...throughput].flatMap(([id, rounds]) =>
        rounds.size > 0 ? [[id, median([...rounds.values()])]] : [],
      ),
    ),
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

const cellOf = (figure: RateFigure): Cell =>
  figure.kind === 'rate'
    ? { kind: 'number', value: figure.rate }
    : { kind: 'bound', side: figure.kind, value: figure.perSecond };

/** Relates a bound to a figure or another bound that lies apart; there is no ratio. */
const byBounds =
  (figures: readonly RateFigure[]): Relate =>
  (contestant, against) => {
    const [one, other] = [contestant, against].map((id) => figures.find((each) => each.contestant === id));
    const rounds = firstLook(pairsAmong(figures.length));
    if (!one || !other || (one.kind === 'rate' && other.kind === 'rate')) return undefined;
    if (Math.min(one.rounds, other.rounds) < rounds) return undefined;
    const [[low, high], [otherLow, otherHigh]] = [rangeOf(one), rangeOf(other)];
    if (low > otherHigh) return 'better';
    return high < otherLow ? 'worse' : 'inconclusive';
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
  answer({ search, figures, comparisons, rounds }, { contestants }) {
    if (!search || figures.length === 0) return undefined;
    const ids = new Set(contestants.map(({ id }) => id));
    const own = figures.filter(({ contestant }) => ids.has(contestant));
    const compared = comparedBy(comparisons, 'rate-within', search.condition);
    return {
      ...compared,
      title: `traffic, p99 ≤ ${format.givenTime(search.targetMs)}`,
      under: `p99 within ${format.givenTime(search.targetMs)}`,
      n: rounds,
      windowSeconds: search.seconds,
      better: 'higher',
      cells: Object.fromEntries(own.map((figure) => [figure.contestant, cellOf(figure)])),
      relate: firstOf(compared.relate, byBounds(own)),
    };
  },
};

export const needs: readonly Need<WithinAnalysis>[] = [within];

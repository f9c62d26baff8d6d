import type { Question } from '@cpu-bound/report/question';
import { badWindows } from '@cpu-bound/study/analyse/bad-windows';
import { extent, type Measure, metricOver, metricsOf } from '@cpu-bound/study/analyse/measures';
import {
  conditionsOf,
  type RoundValues,
  type ScenarioInput,
  under,
} from '@cpu-bound/study/analyse/observations';
import {
  ownPercentiles,
  percentileComparisons,
  percentileMetrics,
  typicalOf,
  windowSamples,
} from '@cpu-bound/study/analyse/percentiles';
import { type Condition, type Metric, sameCondition } from '@cpu-bound/study/model';
import { HIGH, LOW, openAt, type Rate } from '@cpu-bound/study/plan/windows';
import { defined } from '@cpu-bound/workload/defined';
import { openSamples } from '../measures.ts';
import type { Curve, LatencyAnalysis } from './analyse.ts';
import { latencyCharts } from './charts.ts';
import { latencyNeeds } from './needs.ts';
import { latencySection } from './section.ts';

/** From far below to near the throughput of the fastest one. */
const MORE_RATES: readonly Rate[] = [0.1, 0.3, 0.75, 0.9].map((load) => ({ load, of: 'fastest' }));

/** The requests per second that were due. */
const offered: Measure = { metric: 'offered', of: ({ result: { open } }) => open?.perSecond };

const roundsOf = (
  { observations, overloads }: ScenarioInput,
  contestant: string,
  condition: Condition,
): { readonly measured: number; readonly overloaded: number } => ({
  measured: new Set(under(observations, contestant, condition).map(({ round }) => round)).size,
  overloaded: overloads.filter(
    (one) => one.contestant === contestant && sameCondition(one.window.condition, condition),
  ).length,
});

/** In most rounds; one that is on the edge of it may have been measured in some. */
function isOverloaded(input: ScenarioInput, contestant: string, condition: Condition): boolean {
  const { measured, overloaded } = roundsOf(input, contestant, condition);
  return overloaded > measured;
}

/** The rate as a share of what each could answer in the same round: how busy it was, or would have been. */
function busyMetrics(input: ScenarioInput, condition: Condition): Metric[] {
  const rates: RoundValues = new Map(
    input.observations.flatMap(({ window, round, result: { open } }) =>
      open && sameCondition(window.condition, condition) ? [[round, open.perSecond] as const] : [],
    ),
  );
  return input.run.subjects.flatMap(({ id: contestant }) => {
    const { measured, overloaded } = roundsOf(input, contestant, condition);
    if (measured + overloaded === 0) return [];
    const own = input.throughput.get(contestant);
    const shares: RoundValues = new Map(
      [...rates].flatMap(([round, rate]) => {
        const most = own?.get(round);
        return most === undefined ? [] : [[round, rate / most] as const];
      }),
    );
    const metric = overloaded > measured ? 'overloaded' : 'utilisation';
    return metricOver({ contestant, metric, condition }, shares);
  });
}

/** From the median outwards in equal steps of 1/(1−p), as far as the samples of a window carry it. */
const CURVE_POINTS = [
  0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.985, 0.99, 0.993, 0.995, 0.998, 0.999,
];

function curve(input: ScenarioInput, contestant: string, condition: Condition): Curve[] {
  const windows = windowSamples(input, under(input.observations, contestant, condition), openSamples);
  const points = CURVE_POINTS.flatMap((p) => {
    const found = typicalOf(ownPercentiles(windows, p));
    return found ? [{ p, ...found }] : [];
  });
  return points.length > 0 ? [{ contestant, condition, points }] : [];
}

export const latency: Question<LatencyAnalysis> = {
  id: 'latency',
  question: 'How long does a request take under load?',
  profiles: ['smoke', 'standard', 'thorough'],
  once: ['quick'],
  ofRequests: true,
  byNameSeconds: 840,
  /**
   * All contestants at the same rates, the reader's own among them. The twin is measured at the low rate, which overloads
   * no contestant.
   */
  plan(config) {
    const all = config.contestants.map(({ id }) => id);
    const { rates, highRounds } = config.profile;
    const more = { low: [], 'low and high': [HIGH], curve: [HIGH, ...MORE_RATES] }[rates];
    const given: Rate[] = config.rate === undefined ? [] : [{ load: config.rate, of: 'given' }];
    return {
      sitting: [
        openAt(config, LOW),
        ...more.map((rate) => defined({ ...openAt(config, rate), contestants: all, rounds: highRounds })),
        ...given.map((rate) => ({ ...openAt(config, rate), contestants: all })),
      ],
    };
  },
  /**
   * Latency from the intended time at request rates that are the same for all: percentiles, and all pairs on p50, p90 and
   * p99. A contestant that is overloaded at a rate has no latency there.
   */
  analyse(all) {
    const conditions = conditionsOf(all.observations);
    const input = {
      ...all,
      observations: all.observations.filter(
        ({ subject, window }) => !isOverloaded(all, subject.contestant, window.condition),
      ),
    };
    const percentiles = percentileMetrics(input, 'latency', openSamples);
    return {
      metrics: [
        ...percentiles,
        ...metricsOf(input, [offered]),
        ...conditions.flatMap((condition) => busyMetrics(all, condition)),
      ],
      comparisons: (['p50', 'p90', 'p99'] as const).flatMap((id) =>
        percentileComparisons(input, 'latency', id, openSamples, percentiles),
      ),
      bad: badWindows(input, openSamples, percentiles),
      curves: conditions.flatMap((condition) =>
        all.run.subjects.flatMap(({ id }) => curve(input, id, condition)),
      ),
      ...extent(all),
    };
  },
  needs: latencyNeeds,
  section: latencySection,
  charts: latencyCharts,
};

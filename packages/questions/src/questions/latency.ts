import { badWindows, type MarkedWindow } from '@cpu-bound/study/analyse/bad-windows';
import { conditionsIn, findMetric, metricsUnder } from '@cpu-bound/study/analyse/look-up';
import { metricOver } from '@cpu-bound/study/analyse/measures';
import {
  conditionsOf,
  type QuestionInput,
  type RoundValues,
  under,
} from '@cpu-bound/study/analyse/observations';
import * as format from '@cpu-bound/study/format';
import { type Condition, type Metric, type ScenarioAnalysis, sameCondition } from '@cpu-bound/study/model';
import { HIGH, LOW, openAt, type Rate } from '@cpu-bound/study/plan/windows';
import * as wording from '@cpu-bound/study/wording';
import { offered, percentile } from '../metrics.ts';
import { markedWindows, rareOnes } from '../page/windows.ts';
import type { NeedSpec, QuestionSpec } from '../question.ts';

export type LatencyAnalysis = ScenarioAnalysis & {
  /** Windows whose tail was much longer than usual for the same contestant. */
  readonly bad: readonly MarkedWindow[];
};

/** Rates from far below to near the throughput of the fastest contestant. */
const CURVE: readonly Rate[] = [HIGH, ...[0.1, 0.75, 0.9].map((load): Rate => ({ load, of: 'fastest' }))];

const isAt =
  (rate: Rate) =>
  ({ setting }: Condition): boolean =>
    setting.of === rate.of && setting.load === rate.load;
/** The page is about these rates, which include the reader's; the other ones belong to a curve. */
const isMain = (condition: Condition): boolean =>
  isAt(LOW)(condition) || isAt(HIGH)(condition) || condition.setting.of === 'given';

/**
 * Returns true if the contestant was overloaded in most rounds: one near the limit may have been measured in some. It is
 * undefined without a round of either.
 */
function isOverloaded(
  { observations, overloads }: QuestionInput,
  contestant: string,
  condition: Condition,
): boolean | undefined {
  const measured = new Set(under(observations, contestant, condition).map(({ round }) => round)).size;
  const overloaded = overloads.filter(
    (overload) => overload.contestant === contestant && sameCondition(overload.window.condition, condition),
  ).length;
  return measured + overloaded === 0 ? undefined : overloaded > measured;
}

/**
 * Returns the rate as a share of each contestant's throughput in the same round: its utilisation, had it taken the
 * load. If nobody took it, the rate is known only if the reader gave it.
 */
const busy = (input: QuestionInput): Metric[] =>
  conditionsOf([...input.observations, ...input.overloads]).flatMap((condition) => {
    const { of, load: given = 0 } = condition.setting;
    const rates: RoundValues = new Map([
      ...(of === 'given' ? input.overloads : []).flatMap(({ window, round }) =>
        sameCondition(window.condition, condition) ? [[round, given] as const] : [],
      ),
      ...input.observations.flatMap(({ window, round, result: { open } }) =>
        // A short window at a low rate may have no request.
        open && open.perSecond > 0 && sameCondition(window.condition, condition)
          ? [[round, open.perSecond] as const]
          : [],
      ),
    ]);
    return input.run.subjects.flatMap(({ id: contestant }) => {
      const isOver = isOverloaded(input, contestant, condition);
      if (isOver === undefined) return [];
      const own = input.throughput.get(contestant);
      const shares = [...rates].flatMap(([round, rate]) => {
        const capacity = own?.get(round);
        return capacity === undefined ? [] : [[round, rate / capacity] as const];
      });
      const metric = isOver ? 'overloaded' : 'utilisation';
      return metricOver({ contestant, metric, condition }, new Map(shares));
    });
  });

/** `105 requests/s`, the rate that was offered. */
function rateName(condition: Condition, metrics: readonly Metric[]): string {
  const [rate] = metricsUnder(metrics, 'offered', condition).toSorted((a, b) => b.n - a.n);
  return rate ? `${format.number(rate.estimate)} requests/s` : wording.load(condition);
}

const needAt = (
  metric: 'latency-p50' | 'latency-p99',
  rate: Rate,
  about: Pick<NeedSpec, 'id' | 'title' | 'order' | 'matter' | 'row' | 'resolves' | 'onlyIfMeasured'>,
): NeedSpec => ({
  ...about,
  unit: 'ms',
  group: 'speed',
  of: [metric],
  at: isAt(rate),
  atRate: true,
  titled(_condition, perSecond) {
    const at =
      perSecond === undefined ? `${format.inPercent(rate.load)} of the ${rate.of}` : format.rate(perSecond);
    return `${metric === 'latency-p50' ? 'median' : 'p99'} at ${at}`;
  },
});

/**
 * The same rates for all contestants, the reader's own among them. The twin is measured at the low rate, which overloads
 * no contestant, if the profile has the time.
 */
export const latency: QuestionSpec<LatencyAnalysis> = {
  id: 'latency',
  question: 'How long does a request take?',
  profiles: ['smoke', 'standard', 'thorough'],
  once: ['quick'],
  ofRequests: true,
  flags: ['rate'],
  byNameSeconds: 840,
  why: 'A cluster deals connections, and not requests, so one process may have many that wait while another is idle ([Node.js: how cluster works](https://nodejs.org/api/cluster.html#how-it-works)). A pool and a job queue have one queue for all workers; a job adds round trips to Redis.',
  place: 'sitting',
  windows(config) {
    const { contestants, profile, rate } = config;
    const given: Rate[] = rate === undefined ? [] : [{ load: rate, of: 'given' }];
    return [
      { ...openAt(config, LOW), ...(profile.inBreadth && { contestants }) },
      ...[...(profile.rates === 'curve' ? CURVE : []), ...given].map((each) => ({
        ...openAt(config, each),
        contestants,
      })),
    ];
  },
  named: rateName,
  // A contestant that is overloaded at a rate has no latency there.
  only: (input) => ({
    ...input,
    observations: input.observations.filter(
      ({ subject, window }) => !isOverloaded(input, subject.contestant, window.condition),
    ),
  }),
  metrics: [
    { id: 'utilisation', title: 'busy', shown: 'percent', derive: busy },
    percentile('latency', 'p50', { compared: true }),
    percentile('latency', 'p90', { compared: true }),
    percentile('latency', 'p99', { compared: true }),
    percentile('latency', 'p99.9'),
    offered,
  ],
  more: (input, metrics) => ({
    bad: badWindows(
      input,
      metrics.filter(({ metric }) => metric.startsWith('latency-')),
    ),
  }),
  judgedBy: ['latency-p50', 'latency-p99'],
  needs: [
    needAt('latency-p50', LOW, {
      ...{ id: 'latency', title: 'median at a low rate', order: 24 },
      ...{ matter: 'latency', resolves: 'median latencies' },
    }),
    needAt('latency-p99', LOW, {
      ...{ id: 'tail', title: 'p99 at a low rate', order: 20 },
      ...{ matter: 'latency', row: 'p99' },
    }),
    needAt('latency-p99', HIGH, {
      ...{ id: 'tail-high', title: 'p99 at a high rate', order: 26, onlyIfMeasured: true },
    }),
  ],
  charts: [
    {
      title: 'Latency from the intended time',
      axis: 'latency in the typical window (ms, logarithmic)',
      of: ['latency-p50', 'latency-p90', 'latency-p99', 'latency-p99.9'],
      at: isMain,
      as: 'percentiles',
    },
    {
      name: 'over-rate',
      title: 'Latency over the request rate',
      axis: 'ms, typical window',
      of: ['latency-p50', 'latency-p90', 'latency-p99'],
      at: ({ setting }) => setting.of === 'fastest',
      x: {
        title: 'request rate (% of the throughput of the fastest)',
        of: ({ setting }) => (setting.load ?? 0) * 100,
      },
    },
  ],
  // Names the contestants that a rate would overload, by how much, and the windows that differ from the others.
  says(found, { contestants }) {
    return conditionsIn(found.metrics)
      .filter(isMain)
      .flatMap((condition) => {
        const rate = rateName(condition, found.metrics);
        const names = contestants.flatMap(({ id, title }) => {
          const share = findMetric(found.metrics, id, 'overloaded', condition);
          return share ? [`${title} (the rate is ${format.percent(share)} of its throughput)`] : [];
        });
        return [
          names.length > 0 && `Overloaded at ${rate}: ${names.join(', ')}`,
          ...markedWindows(found, condition, rate),
        ];
      });
  },
  details: (found, analysis) => [rareOnes(found, analysis)],
};

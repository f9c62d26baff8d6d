import { conditionsIn, findMetric } from '@cpu-bound/study/analyse/look-up';
import {
  type Analysis,
  type Condition,
  type Interval,
  kindOf,
  type Metric,
  type MetricId,
} from '@cpu-bound/study/model';
import { HIGH, LOW, type Rate } from '@cpu-bound/study/plan/windows';

/** A strategy's figure for a need, as an axis has a place for it, and its rounds where they were kept. */
export type Value = Pick<Interval, 'estimate' | 'low' | 'high'> & { readonly rounds?: readonly number[] };

/** A need's figures as numbers. */
export type Numbers = {
  readonly unit: string;
  /** What a ratio is one of: `throughput`, as in “1.88× the throughput of single”. */
  readonly noun: string;
  readonly better: 'higher' | 'lower';
  readonly values: ReadonlyMap<string, Value>;
};

type Source = Pick<Numbers, 'unit' | 'noun'> & {
  readonly scenario: string;
  readonly metric: MetricId;
  /** Whether this is the condition that the need is about. */
  readonly under?: (condition: Condition, all: readonly Condition[]) => boolean;
  readonly factor?: number;
};

const at =
  ({ load, of }: Rate) =>
  ({ setting }: Condition) =>
    setting.load === load && setting.of === of;

/** Where the figure of a need lies that is one metric. A need that is not here is shown in words. */
const SOURCES: Readonly<Record<string, Source>> = {
  throughput: { unit: 'answers/s', noun: 'throughput', scenario: 'capacity', metric: 'throughput' },
  latency: { unit: 'ms', noun: 'p50', scenario: 'latency', metric: 'latency-p50', under: at(LOW) },
  tail: { unit: 'ms', noun: 'p99', scenario: 'latency', metric: 'latency-p99', under: at(LOW) },
  'tail-high': { unit: 'ms', noun: 'p99', scenario: 'latency', metric: 'latency-p99', under: at(HIGH) },
  'light-requests': {
    unit: 'ms',
    noun: 'median of /hello',
    scenario: 'responsiveness',
    metric: 'hello-p50',
    under: ({ setting }) => setting.load === undefined,
  },
  'small-tasks': {
    unit: 'ms',
    noun: 'p90 of small tasks',
    scenario: 'mixed-sizes',
    metric: 'latency-p90',
    under: ({ setting }) => setting.part === 'small',
  },
  overload: {
    unit: 'answers/s',
    noun: 'answers per second',
    scenario: 'overload',
    metric: 'goodput',
    under: (condition, all) => condition === all.at(-1),
  },
  isolation: {
    unit: 'requests',
    noun: 'requests without an answer',
    scenario: 'isolation',
    metric: 'unserved',
    under: ({ setting }) => setting.fault === undefined,
  },
  restarts: { unit: 'ms', noun: 'time without service', scenario: 'restart', metric: 'outage' },
  cpu: { unit: 'ms', noun: 'CPU time per request', scenario: 'cost', metric: 'cpu-ms-per-request' },
  memory: { unit: 'MiB', noun: 'peak memory', scenario: 'cost', metric: 'rss-peak', factor: 2 ** -20 },
  'one-core': {
    unit: 'answers/s',
    noun: 'throughput',
    scenario: 'cpus',
    metric: 'throughput',
    under: ({ setting }) => setting.cpus === 1,
  },
  payload: {
    unit: 'answers/s',
    noun: 'throughput',
    scenario: 'payload',
    metric: 'throughput',
    under: ({ input }) => Number(input.in) === 2 ** 20,
  },
};

/** The numbers behind a need's figures; undefined where they are no numbers, or were not measured. */
export function numbersOf(need: string, analysis: Analysis): Numbers | undefined {
  const source = SOURCES[need];
  const own = analysis.scenarios[source?.scenario ?? '']?.metrics ?? [];
  if (!source) return undefined;
  const { unit, noun, metric, under = () => true, factor = 1 } = source;
  const all = conditionsIn(own.filter((one) => one.metric === metric));
  const condition = all.find((one) => under(one, all));
  if (!condition) return undefined;
  const values = new Map(
    analysis.contestants.flatMap(({ id }): [string, Value][] => {
      const found = findMetric(own, id, metric, condition);
      return found ? [[id, scaled(found, factor)]] : [];
    }),
  );
  const better = kindOf(metric).better ?? 'lower';
  return values.size === 0 ? undefined : { unit, noun, better, values };
}

const scaled = ({ estimate, low, high, rounds }: Metric, factor: number): Value => ({
  estimate: estimate * factor,
  low: low * factor,
  high: high * factor,
  ...(rounds && { rounds: rounds.map((value) => value * factor) }),
});

import { extent, type Measure, metricOver, metricsOf } from '../../analyse/measures.ts';
import type { Observation, ScenarioInput } from '../../analyse/observations.ts';
import type { Condition, Metric } from '../../model.ts';
import { accountingMeasures } from '../measures.ts';
import type { Scenario } from '../scenario.ts';
import type { IsolationAnalysis } from './analysis.ts';
import { isolationNeeds } from './need.ts';
import { isolationLeftOut, planIsolation } from './plan.ts';
import { NO_ANSWER } from './words.ts';

const unserved = ({ result: { open } }: Observation): number | undefined =>
  open && open.accounting.failed + open.accounting.refused + open.accounting.timedOut;
const silence = ({ result: { open } }: Observation) => open?.silenceMs;
const restarts = ({ result: { fault } }: Observation) => fault?.poison?.restarts;

const measures: readonly Measure[] = [
  ...accountingMeasures,
  { metric: 'unserved', of: unserved },
  { metric: 'silence', of: silence },
  {
    metric: 'poison-status',
    of: ({ result: { fault } }) => fault?.poison && (fault.poison.status ?? NO_ANSWER),
  },
  { metric: 'poison-taken', of: ({ result: { fault } }) => fault?.poison?.taken },
  { metric: 'service-restarts', of: restarts },
];

/** Whatever the way to fail: all requests of a round together, and the longest silence of any. */
function overAll({ run, observations }: ScenarioInput): Metric[] {
  const ways = new Set(observations.map(({ window }) => window.id)).size;
  const [first] = observations;
  if (!first) return [];
  const { input, setting } = first.window.condition;
  const { fault: _any, ...rest } = setting;
  const condition: Condition = { input, setting: rest };
  return run.subjects.flatMap(({ id: contestant }) => {
    const own = observations.filter(({ subject }) => subject.contestant === contestant);
    const rounds = [...Map.groupBy(own, ({ round }) => round)].filter(
      ([, windows]) => windows.length === ways,
    );
    const over = (
      metric: Metric['metric'],
      of: (one: Observation) => number | undefined,
      join = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0),
    ) => {
      const joined = rounds.map(
        ([round, windows]) => [round, join(windows.map((one) => of(one) ?? 0))] as const,
      );
      return metricOver({ contestant, metric, condition }, new Map(joined));
    };
    return [
      ...over('sent', ({ result: { open } }) => open?.accounting.sent),
      ...over('unserved', unserved),
      ...over('service-restarts', restarts),
      ...over('silence', silence, (values) => Math.max(...values)),
    ];
  });
}

export const isolation: Scenario<IsolationAnalysis> = {
  id: 'isolation',
  question: 'Does a failing task harm other requests?',
  profiles: ['standard', 'thorough'],
  plan: planIsolation,
  leftOut: isolationLeftOut,
  /** The effect of one failing task on the requests beside it, and its own outcome. */
  analyse: (input) => ({
    metrics: [...metricsOf(input, measures), ...overAll(input)],
    comparisons: [],
    rounds: extent(input).rounds,
  }),
  needs: isolationNeeds,
};

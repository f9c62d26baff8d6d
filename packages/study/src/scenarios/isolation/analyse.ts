import { extent, type Measure, metricOver, metricsOf } from '../../analyse/measures.ts';
import type { Observation, ScenarioInput } from '../../analyse/observations.ts';
import type { Condition, Metric, ScenarioAnalysis } from '../../model.ts';
import { accountingMeasures } from '../accounting.ts';

export type IsolationAnalysis = ScenarioAnalysis & { readonly rounds: number };

/** Stands for the status of a request that nobody answered. */
export const NO_ANSWER = 0;

const unserved = ({ result: { open } }: Observation): number | undefined =>
  open && open.accounting.failed + open.accounting.refused + open.accounting.timedOut;
const silence = ({ result: { open } }: Observation) => open?.silenceMs;

const measures: readonly Measure[] = [
  ...accountingMeasures,
  { metric: 'unserved', of: unserved },
  { metric: 'silence', of: silence },
  {
    metric: 'poison-status',
    of: ({ result: { fault } }) => fault?.poison && (fault.poison.status ?? NO_ANSWER),
  },
  { metric: 'poison-taken', of: ({ result: { fault } }) => fault?.poison?.taken },
  { metric: 'service-restarts', of: ({ result: { fault } }) => fault?.poison?.restarts },
];

/** What one task that fails did to the requests beside it, and what became of itself. */
export const analyseIsolation = (input: ScenarioInput): IsolationAnalysis => ({
  metrics: [...metricsOf(input, measures), ...overAll(input)],
  comparisons: [],
  rounds: extent(input).rounds,
});

/** Whatever the way to fail: all requests of a round together, and the longest silence of any. */
function overAll({ run, observations }: ScenarioInput): Metric[] {
  const ways = new Set(observations.map(({ window }) => window.id)).size;
  const [first] = observations;
  if (!first) return [];
  const { input, setting } = first.window.condition;
  const { fault: _any, ...rest } = setting;
  const condition: Condition = { input, setting: rest };
  return run.subjects.flatMap(({ id: contestant }) => {
    const rounds = new Map<number, Observation[]>();
    for (const one of observations)
      if (one.subject.contestant === contestant)
        rounds.set(one.round, [...(rounds.get(one.round) ?? []), one]);
    const whole = [...rounds].filter(([, windows]) => windows.length === ways);
    const over = (metric: Metric['metric'], of: (windows: readonly Observation[]) => number) =>
      metricOver(
        { contestant, metric, condition },
        new Map(whole.map(([round, windows]) => [round, of(windows)])),
      );
    const sumOf = (of: (one: Observation) => number | undefined) => (windows: readonly Observation[]) =>
      windows.reduce((sum, one) => sum + (of(one) ?? 0), 0);
    return [
      ...over(
        'sent',
        sumOf(({ result: { open } }) => open?.accounting.sent),
      ),
      ...over('unserved', sumOf(unserved)),
      ...over(
        'service-restarts',
        sumOf(({ result: { fault } }) => fault?.poison?.restarts),
      ),
      ...over('silence', (windows) => Math.max(...windows.map((one) => silence(one) ?? 0))),
    ];
  });
}

import { compareRounds } from '../../analyse/compare-rounds.ts';
import {
  byRound,
  conditionsOf,
  kernelMs,
  type Observation,
  observations,
  paired,
} from '../../analyse/observations.ts';
import type { Comparison, Condition, Metric, Run, ScenarioAnalysis, WindowResult } from '../../model.ts';
import { location } from '../../stats/location.ts';
import { THROUGHPUT_MARGIN } from '../../stats/verdict.ts';

const throughput = ({ load }: WindowResult) =>
  load && load.seconds > 0 ? load.answers / load.seconds : undefined;

/** Throughput, its fraction of the physical limit, and its ratio to the baseline, for every input. */
export function analyseCapacity(run: Run): ScenarioAnalysis {
  const found = observations(run, 'capacity');
  const conditions = conditionsOf(found);
  const [first] = found;
  return {
    metrics: conditions.flatMap((condition) => [
      ...run.manifest.contestants.flatMap(({ id }) => metricsOf(run, found, id, condition)),
      ...limitMetric(run, condition),
    ]),
    comparisons: conditions.flatMap((condition) => compare(run, found, condition)),
    setting: {
      connections: first?.window.condition.connections ?? 0,
      seconds: first?.window.load?.seconds ?? 0,
      rounds: new Set(found.map(({ cell }) => cell.round)).size,
    },
  };
}

/** Requests per second that the machine could answer if the kernel were all there is: cores ÷ kernel seconds. */
const limitPerSecond = (cores: number, meanMs: number) => (cores * 1000) / meanMs;

function limitMetric(run: Run, condition: Condition): Metric[] {
  const { cores } = run.manifest.environment;
  const values = [...kernelMs(run, 'capacity', condition).values()].map((ms) => limitPerSecond(cores, ms));
  if (values.length === 0) return [];
  return [
    { contestant: 'kernel', metric: 'limit', unit: 'req/s', condition, ...location(values), rounds: values },
  ];
}

function metricsOf(
  run: Run,
  found: readonly Observation[],
  contestant: string,
  condition: Condition,
): Metric[] {
  const measured = byRound(found, { contestant, condition }, throughput);
  if (measured.size === 0) return [];
  const values = [...measured.values()];
  const { a: rates, b: kernel } = paired(measured, kernelMs(run, 'capacity', condition));
  const { cores } = run.manifest.environment;
  const fractions = rates.map((rate, index) => rate / limitPerSecond(cores, kernel[index] ?? Number.NaN));
  const shared = { contestant, condition };
  return [
    { ...shared, metric: 'throughput', unit: 'req/s', ...location(values), rounds: values },
    ...(fractions.length > 0
      ? [{ ...shared, metric: 'limit-fraction', unit: 'of the limit', ...location(fractions) }]
      : []),
  ];
}

/** One family per input: the contestants against the baseline. The headline's is the primary one. */
function compare(run: Run, found: readonly Observation[], condition: Condition): Comparison[] {
  const { baseline, contestants } = run.manifest;
  const of = (contestant: string) => byRound(found, { contestant, condition }, throughput);
  const others = contestants.filter(({ id }) => id !== baseline).map(({ id }) => ({ id, values: of(id) }));
  const metric = {
    metric: 'throughput',
    condition,
    baseline,
    margin: THROUGHPUT_MARGIN,
    higherIsBetter: true,
  };
  return compareRounds(of(baseline), others, metric);
}

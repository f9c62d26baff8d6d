import {
  compareAll,
  type Measure,
  measureAll,
  metricOver,
  settingOf,
  throughput,
} from '../../analyse/measures.ts';
import { conditionsOf, kernelMs, observations } from '../../analyse/observations.ts';
import type { Condition, Metric, Run, ScenarioAnalysis } from '../../model.ts';
import { THROUGHPUT_MARGIN } from '../../stats/verdict.ts';

/** Requests per second that the machine could answer if the kernel were all there is: cores ÷ kernel seconds. */
const limitPerSecond = (cores: number, meanMs: number) => (cores * 1000) / meanMs;

/** Throughput, its fraction of the physical limit, and its ratio to the baseline, for every input. */
export function analyseCapacity(run: Run): ScenarioAnalysis {
  const found = observations(run, 'capacity');
  const { cores } = run.manifest.environment;
  const fraction: Measure = {
    metric: 'limit-fraction',
    unit: 'of the limit',
    of: (window, cell) => {
      const [rate, ms] = [
        throughput.of(window, cell),
        kernelMs(run, 'capacity', window.condition).get(cell.round),
      ];
      return rate === undefined || ms === undefined ? undefined : rate / limitPerSecond(cores, ms);
    },
  };
  return {
    metrics: [
      ...measureAll(run, found, [throughput, fraction]),
      ...conditionsOf(found).flatMap((condition) => limitMetric(run, condition)),
    ],
    comparisons: compareAll(run, found, { ...throughput, margin: THROUGHPUT_MARGIN, higherIsBetter: true }),
    setting: { connections: found[0]?.window.condition.connections ?? 0, ...settingOf(found) },
  };
}

function limitMetric(run: Run, condition: Condition): Metric[] {
  const { cores } = run.manifest.environment;
  const limits = [...kernelMs(run, 'capacity', condition)].map(
    ([round, ms]) => [round, limitPerSecond(cores, ms)] as const,
  );
  return metricOver({ contestant: 'kernel', metric: 'limit', unit: 'req/s', condition }, new Map(limits));
}

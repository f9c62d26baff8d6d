import type { Question } from '@cpu-bound/report/question';
import {
  comparisonsOf,
  extent,
  kernelMetric,
  metricsOf,
  throughput,
} from '@cpu-bound/study/analyse/measures';
import { conditionsOf, type ScenarioInput } from '@cpu-bound/study/analyse/observations';
import type { Config } from '@cpu-bound/study/config/config';
import type { SittingWindow } from '@cpu-bound/study/plan/scenario-plan';
import { CLOSED_LEAD_IN, headlineClosed, idOf } from '@cpu-bound/study/plan/windows';
import { cpuMs, overheadIn } from '../measures.ts';
import type { TaskSizeAnalysis } from './analyse.ts';
import { breakEven } from './break-even.ts';
import { taskSizeCharts } from './charts.ts';
import { taskSizeFlips } from './needs.ts';
import { taskSizeSection } from './section.ts';

/** Lengths of a throughput's window as multiples: for the smallest task, and the addition for the largest. */
const [SHORTEST, LONGER] = [0.8, 2.4];

/** The larger the task, the longer the window. */
function sizeLoops({ profile, workload, workers, contestants }: Config): SittingWindow[] {
  // Enough that no worker waits for the next request, few enough that the backlog of large tasks stays short.
  const connections = 2 * workers;
  const queries = workload.sizes.map(({ query }) => query);
  return queries.map((query, index) => {
    const place = queries.length > 1 ? index / (queries.length - 1) : 1;
    return {
      window: {
        id: `size-${idOf(query)}`,
        condition: { input: query, setting: { connections } },
        seconds: Math.round(profile.windowSeconds * (SHORTEST + LONGER * place ** 2) * 100) / 100,
        leadInSeconds: CLOSED_LEAD_IN,
        load: { kind: 'closed', query, connections },
      },
      contestants: contestants.map(({ id }) => id),
    };
  });
}

/** The variants beside the contestants in the headline's windows belong to another question. */
const withoutVariants = (input: ScenarioInput): ScenarioInput => ({
  ...input,
  observations: input.observations.filter(({ subject }) =>
    input.run.contestants.some(({ id }) => id === subject.contestant),
  ),
});

export const taskSize: Question<TaskSizeAnalysis> = {
  id: 'task-size',
  question: 'From which task size on does each strategy pay off?',
  profiles: ['thorough'],
  /** A closed loop per size; where there is no time for all, of the smallest, beside the headline's. */
  plan(config) {
    const sizes = sizeLoops(config);
    return {
      sitting: config.profile.inFull ? sizes : [...sizes.slice(0, 1), headlineClosed(config, 1)],
    };
  },
  /** Throughput and overhead per size, and between which sizes a strategy begins to pay off against the baseline. */
  analyse(given) {
    const input = withoutVariants(given);
    const { observations, run } = input;
    const kernels = conditionsOf(observations).flatMap((condition) => kernelMetric(input, condition));
    const comparisons = comparisonsOf(input, throughput);
    return {
      metrics: [...metricsOf(input, [throughput, cpuMs, overheadIn(input)]), ...kernels],
      comparisons,
      rounds: extent(input).rounds,
      breakEven: run.contestants
        .filter(({ id }) => id !== run.baseline)
        .map(({ id }) => breakEven(id, run.baseline, kernels, comparisons)),
    };
  },
  flips: taskSizeFlips,
  section: taskSizeSection,
  charts: taskSizeCharts,
};

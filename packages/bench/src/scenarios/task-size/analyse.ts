import {
  compareAll,
  type Measure,
  measureAll,
  metricOver,
  settingOf,
  throughput,
} from '../../analyse/measures.ts';
import {
  byRound,
  conditionsOf,
  kernelMs,
  type Observation,
  observations,
} from '../../analyse/observations.ts';
import { crossing } from '../../analyse/theory/crossing.ts';
import type { Condition, Metric, Run, ScenarioAnalysis, WindowResult } from '../../model.ts';
import { THROUGHPUT_MARGIN } from '../../stats/verdict.ts';

/** CPU milliseconds of server and Redis per verified answer. */
function cpuMs({ load, usage }: WindowResult): number | undefined {
  if (!load || load.answers === 0 || usage?.serverCpu === undefined) return undefined;
  return ((usage.serverCpu + (usage.redisCpu ?? 0)) * 1000) / load.answers;
}

/** Throughput and overhead per size, and the size from which on a strategy pays off against the baseline. */
export function analyseTaskSize(run: Run): ScenarioAnalysis {
  const found = observations(run, 'task-size');
  const kernel = (condition: Condition) => kernelMs(run, 'task-size', condition);
  const overhead: Measure = {
    metric: 'overhead',
    unit: 'ms',
    zero: true, // of large tasks it is lost in the kernel's own scatter, and may come out below 0
    of: (window, { round }) => {
      const [cpu, alone] = [cpuMs(window), kernel(window.condition).get(round)];
      return cpu === undefined || alone === undefined ? undefined : cpu - alone;
    },
  };
  return {
    metrics: [
      ...measureAll(run, found, [
        throughput,
        { metric: 'cpu-ms-per-request', unit: 'ms', of: cpuMs },
        overhead,
      ]),
      ...conditionsOf(found).flatMap((condition) =>
        metricOver({ contestant: 'kernel', metric: 'kernel-ms', unit: 'ms', condition }, kernel(condition)),
      ),
      ...run.manifest.contestants.flatMap(({ id }) => breakEven(run, found, id)),
    ],
    comparisons: compareAll(run, found, {
      ...throughput,
      margin: THROUGHPUT_MARGIN,
      higherIsBetter: true,
    }),
    setting: { ...settingOf(found), connections: found[0]?.window.condition.connections ?? 0 },
  };
}

/**
 * In each round, the kernel time at which the ratio of throughputs crosses 1 upwards for the last time. A
 * contestant that is ahead at every size, or at none, crosses nowhere and has no such number.
 */
function breakEven(run: Run, found: readonly Observation[], contestant: string): Metric[] {
  const { baseline } = run.manifest;
  if (contestant === baseline) return [];
  const conditions = conditionsOf(found);
  const rounds = new Set(found.map(({ cell }) => cell.round));
  const crossings = [...rounds].flatMap((round) => {
    const points = conditions.flatMap((condition) => {
      const of = (id: string) => byRound(found, { contestant: id, condition }, throughput.of).get(round);
      const [own, base, ms] = [
        of(contestant),
        of(baseline),
        kernelMs(run, 'task-size', condition).get(round),
      ];
      return own && base && ms ? [{ x: ms, ratio: own / base }] : [];
    });
    const at = crossing(points);
    return at === undefined ? [] : [[round, at] as const];
  });
  const shared = { contestant, metric: 'break-even', unit: 'ms', condition: {} };
  return metricOver(shared, new Map(crossings));
}

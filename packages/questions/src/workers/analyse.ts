import { conditionsIn, findMetric, named } from '@cpu-bound/study/analyse/look-up';
import {
  byRound,
  extent,
  type Measure,
  metricOver,
  metricsOf,
  throughput,
} from '@cpu-bound/study/analyse/measures';
import { conditionsOf, type ScenarioInput, under } from '@cpu-bound/study/analyse/observations';
import { byIntervals } from '@cpu-bound/study/decide/relation';
import * as format from '@cpu-bound/study/format';
import type { Flip, Metric, Undecided } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { memory, peakMemory, type WithExtent } from '../measures.ts';

function speedUps({ observations }: ScenarioInput, contestant: string): Metric[] {
  const conditions = conditionsOf(observations);
  const one = conditions.find(({ setting }) => setting.workers === 1);
  if (!one) return [];
  const base = byRound(under(observations, contestant, one), throughput);
  return conditions.flatMap((condition) => {
    const rounds = byRound(under(observations, contestant, condition), throughput);
    const ratios = [...rounds].flatMap(([round, rate]) => {
      const baseRate = base.get(round);
      return baseRate ? [[round, rate / baseRate] as const] : [];
    });
    return metricOver({ contestant, metric: 'speed-up', condition }, new Map(ratios));
  });
}

const startUp: Measure = { metric: 'startup', read: ({ startUpMs }) => startUpMs };

/** Returns the throughput for each number of workers, as such and as a multiple of one worker's in the same round. */
export function analyse(input: ScenarioInput): WithExtent {
  return {
    metrics: [
      ...metricsOf(input, [throughput, memory, peakMemory, startUp]),
      ...input.run.contestants.flatMap(({ id }) => speedUps(input, id)),
    ],
    comparisons: [],
    ...extent(input),
  };
}

/** Returns the analysis with only those contestants that have workers to count. */
export const thoseWithWorkers = <A extends Undecided>({ metrics }: WithExtent, analysis: A): A => ({
  ...analysis,
  contestants: analysis.contestants.filter(({ id }) => findMetric(metrics, id, 'throughput')),
});

/**
 * Describes how each contestant scaled to the cores, and the effect of more workers than cores, by intervals that do
 * not overlap.
 */
export function scaling(found: WithExtent, analysis: Undecided): string[] {
  const { metrics } = found;
  const { contestants, environment } = thoseWithWorkers(found, analysis);
  const { cores } = environment;
  const conditions = conditionsIn(named(metrics, 'throughput'));
  const largest = Math.max(...conditions.map(({ setting }) => setting.workers ?? 0));
  const at = (id: string, workers: number) =>
    named(metrics, 'speed-up').find(
      ({ contestant, condition }) => contestant === id && condition.setting.workers === workers,
    );
  return contestants.flatMap(({ id }) => {
    const [full, beyond] = [at(id, cores), at(id, largest)];
    if (!full) return [];
    const scaled = `${id}: ${format.times(full.estimate)}× the throughput of one worker ${format.ratioBounds(full)} with ${format.count(cores, 'worker')}`;
    if (!beyond || largest <= cores) return [scaled];
    return [`${scaled}, and ${format.ratio(beyond)} with ${largest}: ${effectOf(beyond, full, cores)}`];
  });
}

/** Compares the speed-up with more workers than cores to that with as many, as figures without a ratio are compared. */
function effectOf(beyond: Metric, full: Metric, cores: number): string {
  const relation = byIntervals([
    { ...beyond, contestant: 'beyond' },
    { ...full, contestant: 'full' },
  ])('beyond', 'full');
  if (relation === 'better') return `less than with ${cores}`;
  if (relation === 'worse') return `more than with ${cores}`;
  return relation === 'not-judged' ? wording.relationWords[relation] : 'no difference shown';
}

/**
 * More cores may change the answer: the flip reports the scaling to this machine's cores, which are all that it can
 * show.
 */
export function flips(found: WithExtent | undefined, analysis: Undecided): Flip[] {
  const { cores } = analysis.environment;
  const findings = found ? scaling(found, analysis) : [];
  return [
    {
      about: `more than ${format.count(cores, 'core')}`,
      ...(findings.length > 0 ? { finding: findings.join('; ') } : { question: 'workers' }),
    },
  ];
}

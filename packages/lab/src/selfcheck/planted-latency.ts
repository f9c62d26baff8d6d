import type { Interval } from '@cpu-bound/stats/interval';
import { turned } from '@cpu-bound/study/analyse/pairs';
import { count } from '@cpu-bound/study/format';
import type { Analysis, Comparison, SentinelCheck } from '@cpu-bound/study/model';
import { type Finding, leastFound, mostAlarms } from './acceptance.ts';

/** The contestant without a fault, and those whose fault lengthens their tail: folders of `packages/planted`. */
export const PLAIN = 'plain';
export const FAULTY = ['pause', 'burst', 'tenth'] as const;

/** The power of a run: the simulation finds the slow tenth in 60 % where the speed wanders (docs/notebook/0042). */
const POWER = { pause: 0.95, burst: 0.95, tenth: 0.6 } as const;

/** The findings of a run about the planted faults, and about the baseline's twin. */
export type PlantedRun = {
  /**
   * The p99 of each contestant with a fault, divided by that of the one without, under each condition that has both.
   */
  readonly pairs: readonly Comparison[];
  readonly twins: readonly SentinelCheck[];
};

/** Reads the findings from a run's analysis, which its report shows. */
export function plantedRun({ scenarios, validity }: Pick<Analysis, 'scenarios' | 'validity'>): PlantedRun {
  const pairs = Object.values(scenarios)
    .flatMap(({ comparisons }) => comparisons)
    .filter(({ metric }) => metric === 'latency-p99')
    .map((pair) => (pair.contestant === PLAIN ? turned(pair) : pair))
    .filter(({ contestant, against }) => against === PLAIN && FAULTY.some((id) => id === contestant));
  return { pairs, twins: validity.sentinels };
}

/** Tells whether a run shows the longer tail under one of its conditions, and the opposite under none. */
function isShown({ pairs }: PlantedRun, id: string): boolean {
  const verdicts = pairs.filter(({ contestant }) => contestant === id).map(({ verdict }) => verdict);
  return verdicts.includes('worse') && !verdicts.includes('better');
}

/** Counts the runs that found each planted fault, and the comparisons in which the twin differed. */
export function plantedFindings(runs: readonly PlantedRun[]): Finding[] {
  const twins = runs.flatMap((run) => run.twins);
  const alarms = twins.filter(({ differs }) => differs).length;
  const alarmLimit = mostAlarms(twins.length);
  const compared = runs.filter((run) => run.twins.some(({ metric }) => metric.startsWith('latency'))).length;
  return [
    ...FAULTY.map((id) => {
      const least = leastFound(runs.length, POWER[id]);
      const found = runs.filter((run) => isShown(run, id)).length;
      return {
        id: `planted-${id}`,
        what: `${count(runs.length, 'run')} of latency: the p99 of ${id} is longer than that of ${PLAIN}`,
        accepted: `shown in at least ${least}`,
        observed: `shown in ${found}`,
        ok: found >= least,
      };
    }),
    {
      id: 'planted-twin',
      what: `the same runs: ${PLAIN} and its twin`,
      accepted: `latency compared in each; different in at most ${alarmLimit} of ${count(twins.length, 'comparison')}`,
      observed: `latency compared in ${count(compared, 'run')}; different in ${count(alarms, 'comparison')}`,
      ok: alarms <= alarmLimit && compared === runs.length,
    },
  ];
}

const shown = ({ estimate, low, high }: Interval) =>
  `${estimate.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;

/** Describes a run, in lines for the terminal. */
export const plantedLines = ({ pairs, twins }: PlantedRun): readonly string[] => [
  ...pairs.map(
    ({ contestant, ratio, verdict }) => `p99 of ${contestant} ÷ ${PLAIN}: ${shown(ratio)}, ${verdict}`,
  ),
  ...twins.map(
    ({ metric, ratio, differs }) => `twin, ${metric}: ${shown(ratio)}${differs ? ', different' : ''}`,
  ),
];

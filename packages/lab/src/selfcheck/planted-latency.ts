import type { Interval } from '@cpu-bound/stats/interval';
import { turned } from '@cpu-bound/study/analyse/pairs';
import { count } from '@cpu-bound/study/format';
import type { Analysis, Comparison, SentinelCheck } from '@cpu-bound/study/model';
import { minutes } from '@cpu-bound/study/progress/lines';
import { type Finding, leastFound, mostAlarms, type SelfcheckOptions } from './acceptance.ts';

/** The contestant without a fault, and those with one that lengthens their tail: folders of `packages/planted`. */
export const PLAIN = 'plain';
export const FAULTY = ['pause', 'burst', 'tenth'] as const;

/** The findings of a run about the planted faults, and about the baseline's twin. */
export type PlantedRun = {
  /** The p99 of each one with a fault ÷ that of the one without, under each condition that has both. */
  readonly pairs: readonly Comparison[];
  readonly twins: readonly SentinelCheck[];
};

/** Reads it off a run's analysis, which is what its report says. */
export function plantedRun({ scenarios, validity }: Pick<Analysis, 'scenarios' | 'validity'>): PlantedRun {
  const pairs = Object.values(scenarios)
    .flatMap(({ comparisons }) => comparisons)
    .filter(({ metric }) => metric === 'latency-p99')
    .map((pair) => (pair.contestant === PLAIN ? turned(pair) : pair))
    .filter(({ contestant, against }) => against === PLAIN && FAULTY.some((id) => id === contestant));
  return { pairs, twins: validity.sentinels };
}

/** Whether a run shows the longer tail: under one of its conditions, and the contrary under none. */
function isShown({ pairs }: PlantedRun, id: string): boolean {
  const verdicts = pairs.filter(({ contestant }) => contestant === id).map(({ verdict }) => verdict);
  return verdicts.includes('worse') && !verdicts.includes('better');
}

/** In how many runs each planted fault was found, and in how many comparisons the twin differed. */
export function plantedFindings(runs: readonly PlantedRun[]): Finding[] {
  const least = leastFound(runs.length);
  const twins = runs.flatMap((run) => run.twins);
  const alarms = twins.filter(({ differs }) => differs).length;
  const most = mostAlarms(twins.length);
  const compared = runs.filter((run) => run.twins.some(({ metric }) => metric.startsWith('latency'))).length;
  return [
    ...FAULTY.map((id) => {
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
      accepted: `latency compared in each; different in at most ${most} of ${count(twins.length, 'comparison')}`,
      observed: `latency compared in ${count(compared, 'run')}; different in ${count(alarms, 'comparison')}`,
      ok: alarms <= most && compared === runs.length,
    },
  ];
}

const shown = ({ estimate, low, high }: Interval) =>
  `${estimate.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;

/**
 * Runs of the latency question on the planted faults, each by the pipeline that every run goes through.
 *
 * @param runOf makes the run of a seed, and gives its analysis
 * @returns all of them so far, after each
 */
export async function* plantedRuns(
  wanted: number,
  { seed, signal, print }: SelfcheckOptions,
  runOf: (seed: string, index: number) => Promise<Pick<Analysis, 'scenarios' | 'validity'>>,
): AsyncGenerator<readonly PlantedRun[]> {
  const all: PlantedRun[] = [];
  for (let index = 1; index <= wanted; index++) {
    signal.throwIfAborted();
    const began = performance.now();
    const one = plantedRun(await runOf(`${seed}/${index}`, index));
    all.push(one);
    print(`latency ${index} of ${wanted} (${minutes((performance.now() - began) / 1000)})`);
    for (const { contestant, ratio, verdict } of one.pairs)
      print(`  p99 of ${contestant} ÷ ${PLAIN}: ${shown(ratio)}, ${verdict}`);
    for (const { metric, ratio, differs } of one.twins)
      print(`  twin, ${metric}: ${shown(ratio)}${differs ? ', different' : ''}`);
    yield all;
  }
}

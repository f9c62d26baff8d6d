import { type Arm, compareThese, type RoundValue } from '@cpu-bound/stats/compare-pairs';
import { pairLevel, pairsAmong } from '@cpu-bound/stats/family';
import type { Interval } from '@cpu-bound/stats/interval';
import { detectableRatio } from '@cpu-bound/stats/power';
import { summaryOf } from '@cpu-bound/stats/round-summary';
import { ACCEPTANCE, type Finding, leastFound, mostAlarms } from './acceptance.ts';

/** A throughput ratio to the baseline: its interval at the level of a run, and at 95 % for the ratio alone. */
export type ThroughputRatio = { readonly inRun: Interval; readonly unadjusted: Interval };
/** An experiment: the ratios to the baseline of its twin, and of the program with more work. */
export type Experiment = { readonly twin: ThroughputRatio; readonly planted: ThroughputRatio };

/** The level at which a run compares each pair, so that all of its pairs hold at once with 95 %. */
const LEVEL_IN_RUN = pairLevel({ pairs: pairsAmong(ACCEPTANCE.contestants), level: 0.95 });

/**
 * Computes the ratio of an arm to the baseline by the procedure that compares contestants.
 *
 * @throws RangeError if they have no round in common, or a value is not positive
 */
export function ratioOf(baseline: readonly RoundValue[], other: readonly RoundValue[]): ThroughputRatio {
  const arms = [armOf('other', other), armOf('baseline', baseline)] as const;
  const at = (level: number) => {
    const [pair] = compareThese([arms], { margin: 0.05, higherIsBetter: true, level });
    if (!pair) throw new RangeError('no round was measured');
    return pair.ratio;
  };
  return { inRun: at(LEVEL_IN_RUN), unadjusted: at(0.95) };
}

const armOf = (id: string, values: readonly RoundValue[]): Arm => ({ id, values: new Map(values.entries()) });

const differs = ({ low, high }: Interval) => low > 1 || high < 1;

const isFound = ({ planted }: Experiment) => planted.inRun.high < 1;

/** Tells whether an experiment's interval is narrow enough to show the planted difference in 95 of 100 repetitions. */
const isAble = ({ planted }: Experiment) =>
  (detectableRatio(planted.inRun) ?? Number.POSITIVE_INFINITY) <= ACCEPTANCE.plantedRatio;

/**
 * Counts the twins that differed, which is an error, and the planted differences that were found. Only experiments whose
 * intervals are narrow enough must find one: a machine whose speed wanders is no fault of the bench.
 */
export function findingsOf(experiments: readonly Experiment[]): Finding[] {
  const { rounds, plantedPercent } = ACCEPTANCE;
  const most = mostAlarms(experiments.length);
  const twins = experiments.map(({ twin }) => twin);
  const alarms = twins.filter(({ inRun }) => differs(inRun)).length;
  const alone = twins.filter(({ unadjusted }) => differs(unadjusted)).length;
  const able = experiments.filter(isAble);
  const [found, least] = [able.filter(isFound).length, leastFound(able.length)];
  const width = summaryOf(twins.map(({ inRun }) => inRun.high / inRun.low)).toFixed(3);
  return [
    {
      id: 'a-a',
      what: `${experiments.length} experiments of ${rounds} rounds: the throughput of a program and its twin`,
      accepted: `at most ${most} different`,
      observed: `${alarms} different (${alone} by an interval at 95 % for itself); median width ${width}`,
      ok: alarms <= most,
    },
    {
      id: 'planted',
      what: `the same: the program with ${plantedPercent} % more work`,
      accepted:
        able.length > 0
          ? `found in at least ${least} of the ${able.length} with a narrow enough interval`
          : 'one experiment at least with a narrow enough interval; repeat it on a quieter machine',
      observed: `found in ${found} of these, and in ${experiments.filter(isFound).length} of all`,
      ok: able.length > 0 && found >= least,
    },
  ];
}

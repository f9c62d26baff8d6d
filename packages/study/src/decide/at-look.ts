import type { Interval } from '@cpu-bound/stats/interval';
import { LOOKS } from '@cpu-bound/stats/looks';
import { metricOver } from '../analyse/measures.ts';
import type { Metric } from '../model.ts';

/** What a contestant has of something that is not compared in pairs. */
export type IntervalOf = Interval &
  Pick<Metric, 'contestant'> &
  Partial<Pick<Metric, 'metric' | 'condition' | 'rounds'>>;

/**
 * By how much an interval is widened from the second look on. Two of 95 % that touch differ with p = 0.0056, which is the
 * first look's 3.6 % of six pairs; later looks have 0.7 %, p = 0.0012: 3.25 normal quantiles instead of 2.77.
 */
const LATER = 1.17;

/** A figure as the newest look has it: of the rounds until then. Before the first, and of few rounds, as it is. */
export function atLook(held: IntervalOf): IntervalOf {
  const look = LOOKS.findLastIndex(({ rounds }) => rounds <= held.n);
  const until = LOOKS[look]?.rounds;
  if (until === undefined || !Number.isFinite(held.high)) return held;
  const then = { ...held, ...ofRounds(held, until) };
  if (look === 0) return then;
  return {
    ...then,
    low: then.estimate - LATER * (then.estimate - then.low),
    high: then.estimate + LATER * (then.high - then.estimate),
  };
}

/** The interval over this number of rounds; undefined if the figure has no value for each round. */
function ofRounds({ metric, condition, contestant, rounds = [] }: IntervalOf, until: number) {
  if (!metric || !condition || rounds.length <= until) return undefined;
  const first = new Map(rounds.slice(0, until).map((value, index) => [index, value]));
  return metricOver({ contestant, metric, condition }, first)[0];
}

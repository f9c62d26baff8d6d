import { conditionsIn } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import { type Condition, type Metric, sameCondition } from '@cpu-bound/study/model';

export const isSaturated = ({ setting }: Pick<Condition, 'setting'>): boolean =>
  setting.connections !== undefined;

/** The rounds of the low rate must be at least this share of the others: some profiles have it in one round alone. */
const ENOUGH = 0.5;

/** Returns the low rate, at which a service runs, if its rounds are not much fewer than those of saturated windows. */
export function lowRate(metrics: readonly Metric[]): Condition | undefined {
  const cpu = metrics.filter(({ metric }) => metric === 'cpu-ms-per-request');
  const roundsOf = (found: readonly Metric[]) => Math.max(0, ...found.map(format.roundsOf));
  const atRate = cpu.filter(({ condition }) => !isSaturated(condition));
  const others = cpu.filter(({ condition }) => isSaturated(condition));
  if (roundsOf(atRate) < ENOUGH * roundsOf(others)) return undefined;
  return conditionsIn(atRate)[0];
}

/** Returns the requests per second of a condition; undefined in a closed loop. */
export const rateOf = (metrics: readonly Metric[], condition: Condition): number | undefined =>
  metrics.find((one) => one.metric === 'offered' && sameCondition(one.condition, condition))?.estimate;

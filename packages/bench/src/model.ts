/** The vocabulary of the bench, in the order in which its data come to be. */

export type * from './model/analysis.ts';
export type * from './model/condition.ts';
export { conditionKey, sameCondition, sameInput } from './model/condition.ts';
export { type Family, familiesOf } from './model/families.ts';
export { tooLate } from './model/lateness.ts';
export { kindOf, type MetricId } from './model/metrics.ts';
export type * from './model/open-loop.ts';
export type * from './model/plan.ts';
export { HEADLINE_CLOSED } from './model/plan.ts';
export type * from './model/results.ts';
export type * from './model/run.ts';
export type * from './model/units.ts';
export type { Interval } from './stats/interval.ts';

/** The vocabulary of a study, in the order in which its data arise, and the vocabulary of the package measure. */

export type * from '@cpu-bound/measure/model';
export { familiesOf, tooLate } from '@cpu-bound/measure/model';
export type { Interval } from '@cpu-bound/stats/verdict';
export type * from './model/analysis.ts';
export type * from './model/answer.ts';
export type * from './model/decision.ts';
export { ABSENCES, GROUPS, isCount, ROWS, singleNumber } from './model/decision.ts';
export { kindOf, MANY_UNANSWERED, type MetricId } from './model/metrics.ts';
export type * from './model/plan.ts';
export { conditionKey, HEADLINE_CLOSED, MOST_BUSY, sameCondition, sameInput } from './model/plan.ts';
export type * from './model/results.ts';
export type * from './model/run.ts';

/** The vocabulary of the bench, in the order in which its data come to be. */

export type * from './model/analysis.ts';
export type * from './model/open-loop.ts';
export type * from './model/plan.ts';
export type * from './model/results.ts';
export type * from './model/run.ts';

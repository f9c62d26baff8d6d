/** The vocabulary of measuring: machine, contestant, load, results. */

export type * from './model/contestant.ts';
export type { CoreDivision } from './model/core-division.ts';
export { type Family, familiesOf } from './model/families.ts';
export { tooLate } from './model/lateness.ts';
export type * from './model/load.ts';
export type * from './model/machine.ts';
export type * from './model/open-loop.ts';
export type * from './model/recall.ts';
export type * from './model/units.ts';

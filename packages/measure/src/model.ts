/** What a machine, a contestant and a load are said to be, for all who measure. */

export type * from './model/contestant.ts';
export { type Family, familiesOf } from './model/families.ts';
export { tooLate } from './model/lateness.ts';
export type * from './model/load.ts';
export type * from './model/machine.ts';
export type * from './model/open-loop.ts';
export type * from './model/units.ts';

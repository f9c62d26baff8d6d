import { capacity } from './capacity/capacity.ts';
import { responsiveness } from './responsiveness/responsiveness.ts';
import type { Scenario } from './scenario.ts';

/** The questions, in the order of the report. */
export const scenarios: readonly Scenario[] = [capacity, responsiveness];

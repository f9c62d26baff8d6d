import { capacity } from './capacity/capacity.ts';
import { cost } from './cost/cost.ts';
import { latency } from './latency/latency.ts';
import { responsiveness } from './responsiveness/responsiveness.ts';
import type { Scenario } from './scenario.ts';

/** The questions, in the order of the report. */
export const scenarios: readonly Scenario[] = [capacity, latency, responsiveness, cost];

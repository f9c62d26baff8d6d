import { capacity } from './capacity/capacity.ts';
import { connections } from './connections/connections.ts';
import { cost } from './cost/cost.ts';
import { faults } from './faults/faults.ts';
import { latency } from './latency/latency.ts';
import { mixedSizes } from './mixed-sizes/mixed-sizes.ts';
import { overload } from './overload/overload.ts';
import { responsiveness } from './responsiveness/responsiveness.ts';
import { restart } from './restart/restart.ts';
import type { Scenario } from './scenario.ts';
import { taskSize } from './task-size/task-size.ts';
import { workers } from './workers/workers.ts';

/** The questions, in the order of the report. */
export const scenarios: readonly Scenario[] = [
  capacity,
  latency,
  responsiveness,
  taskSize,
  workers,
  mixedSizes,
  connections,
  overload,
  faults,
  restart,
  cost,
];

import { capacity } from './capacity/capacity.ts';
import { connections } from './connections/connections.ts';
import { cost } from './cost/cost.ts';
import { cpus } from './cpus/cpus.ts';
import { faults } from './faults/faults.ts';
import { isolation } from './isolation/isolation.ts';
import { jobs } from './jobs/jobs.ts';
import { latency } from './latency/latency.ts';
import { mixedSizes } from './mixed-sizes/mixed-sizes.ts';
import { overload } from './overload/overload.ts';
import { payload } from './payload/payload.ts';
import { responsiveness } from './responsiveness/responsiveness.ts';
import { restart } from './restart/restart.ts';
import type { AnyScenario } from './scenario.ts';
import { soak } from './soak/soak.ts';
import { taskSize } from './task-size/task-size.ts';
import { workers } from './workers/workers.ts';

/** The questions, in the order of the report; when time is short, what comes later is left out first. */
export const scenarios: readonly AnyScenario[] = [
  capacity,
  latency,
  responsiveness,
  cost,
  isolation,
  faults,
  overload,
  taskSize,
  mixedSizes,
  workers,
  connections,
  restart,
  jobs,
  cpus,
  payload,
  soak,
];

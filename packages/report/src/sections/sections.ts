import { capacityOnPage } from './capacity/capacity.ts';
import { connectionsOnPage } from './connections/connections.ts';
import { costOnPage } from './cost/cost.ts';
import { cpusOnPage } from './cpus/cpus.ts';
import { distanceOnPage } from './distance/distance.ts';
import { faultsOnPage } from './faults/faults.ts';
import { isolationOnPage } from './isolation/isolation.ts';
import { jobsOnPage } from './jobs/jobs.ts';
import { latencyOnPage } from './latency/latency.ts';
import { mixedSizesOnPage } from './mixed-sizes/mixed-sizes.ts';
import { overloadOnPage } from './overload/overload.ts';
import { payloadOnPage } from './payload/payload.ts';
import { responsivenessOnPage } from './responsiveness/responsiveness.ts';
import { restartOnPage } from './restart/restart.ts';
import type { AnyReportScenario } from './section.ts';
import { taskSizeOnPage } from './task-size/task-size.ts';
import { workersOnPage } from './workers/workers.ts';

/** The questions with their halves for the page, in the order of `scenarios.ts`, which is that of the report. */
export const reportScenarios: readonly AnyReportScenario[] = [
  capacityOnPage,
  latencyOnPage,
  responsivenessOnPage,
  costOnPage,
  isolationOnPage,
  faultsOnPage,
  overloadOnPage,
  taskSizeOnPage,
  mixedSizesOnPage,
  workersOnPage,
  connectionsOnPage,
  restartOnPage,
  jobsOnPage,
  cpusOnPage,
  payloadOnPage,
  distanceOnPage,
];

import { capacity } from '@cpu-bound/study/scenarios/capacity/capacity';
import { connections } from '@cpu-bound/study/scenarios/connections/connections';
import { cost } from '@cpu-bound/study/scenarios/cost/cost';
import { cpus } from '@cpu-bound/study/scenarios/cpus/cpus';
import { faults } from '@cpu-bound/study/scenarios/faults/faults';
import { isolation } from '@cpu-bound/study/scenarios/isolation/isolation';
import { jobs } from '@cpu-bound/study/scenarios/jobs/jobs';
import { latency } from '@cpu-bound/study/scenarios/latency/latency';
import { mixedSizes } from '@cpu-bound/study/scenarios/mixed-sizes/mixed-sizes';
import { overload } from '@cpu-bound/study/scenarios/overload/overload';
import { payload } from '@cpu-bound/study/scenarios/payload/payload';
import { responsiveness } from '@cpu-bound/study/scenarios/responsiveness/responsiveness';
import { restart } from '@cpu-bound/study/scenarios/restart/restart';
import { soak } from '@cpu-bound/study/scenarios/soak/soak';
import { taskSize } from '@cpu-bound/study/scenarios/task-size/task-size';
import { workers } from '@cpu-bound/study/scenarios/workers/workers';
import { capacityCharts } from './capacity/chart.ts';
import { capacitySection } from './capacity/section.ts';
import { connectionsCharts } from './connections/chart.ts';
import { connectionsSection } from './connections/section.ts';
import { costCharts } from './cost/chart.ts';
import { costSection } from './cost/section.ts';
import { cpusCharts } from './cpus/chart.ts';
import { cpusSection } from './cpus/section.ts';
import { faultsCharts } from './faults/chart.ts';
import { faultsSection } from './faults/section.ts';
import { isolationCharts } from './isolation/chart.ts';
import { isolationSection } from './isolation/section.ts';
import { jobsCharts } from './jobs/chart.ts';
import { jobsSection } from './jobs/section.ts';
import { latencyCharts } from './latency/chart.ts';
import { latencySection } from './latency/section.ts';
import { mixedSizesCharts } from './mixed-sizes/chart.ts';
import { mixedSizesSection } from './mixed-sizes/section.ts';
import { overloadCharts } from './overload/chart.ts';
import { overloadSection } from './overload/section.ts';
import { payloadCharts } from './payload/chart.ts';
import { payloadSection } from './payload/section.ts';
import { responsivenessCharts } from './responsiveness/chart.ts';
import { responsivenessSection } from './responsiveness/section.ts';
import { restartCharts } from './restart/chart.ts';
import { restartSection } from './restart/section.ts';
import { type AnyReportScenario, onPage } from './section.ts';
import { soakCharts } from './soak/chart.ts';
import { soakSection } from './soak/section.ts';
import { taskSizeCharts } from './task-size/chart.ts';
import { taskSizeSection } from './task-size/section.ts';
import { workersCharts } from './workers/chart.ts';
import { workersSection } from './workers/section.ts';

/** The questions with their halves for the page, in the order of `scenarios.ts`, which is that of the report. */
export const reportScenarios: readonly AnyReportScenario[] = [
  onPage(capacity, capacitySection, capacityCharts),
  onPage(latency, latencySection, latencyCharts),
  onPage(responsiveness, responsivenessSection, responsivenessCharts),
  onPage(cost, costSection, costCharts),
  onPage(isolation, isolationSection, isolationCharts),
  onPage(faults, faultsSection, faultsCharts),
  onPage(overload, overloadSection, overloadCharts),
  onPage(taskSize, taskSizeSection, taskSizeCharts),
  onPage(mixedSizes, mixedSizesSection, mixedSizesCharts),
  onPage(workers, workersSection, workersCharts),
  onPage(connections, connectionsSection, connectionsCharts),
  onPage(restart, restartSection, restartCharts),
  onPage(jobs, jobsSection, jobsCharts),
  onPage(cpus, cpusSection, cpusCharts),
  onPage(payload, payloadSection, payloadCharts),
  onPage(soak, soakSection, soakCharts),
];

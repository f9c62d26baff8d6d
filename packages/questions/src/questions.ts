import type { AnyQuestion } from '@cpu-bound/report/question';
import { capacity } from './capacity/question.ts';
import { connections } from './connections/question.ts';
import { cost } from './cost/question.ts';
import { cpus } from './cpus/question.ts';
import { faults } from './faults/question.ts';
import { isolation } from './isolation/question.ts';
import { jobs } from './jobs/question.ts';
import { latency } from './latency/question.ts';
import { mixedSizes } from './mixed-sizes/question.ts';
import { overload } from './overload/question.ts';
import { payload } from './payload/question.ts';
import { responsiveness } from './responsiveness/question.ts';
import { restart } from './restart/question.ts';
import { soak } from './soak/question.ts';
import { taskSize } from './task-size/question.ts';
import { within } from './within/question.ts';
import { workers } from './workers/question.ts';

/** The questions, in the order of the report. If time is short, the later ones are left out first. */
export const questions: readonly AnyQuestion[] = [
  capacity,
  latency,
  within,
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

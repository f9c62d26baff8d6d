import type { AnyQuestion } from '@cpu-bound/report/question';
import { asQuestion } from './as-question.ts';
import { cost } from './cost/question.ts';
import { faults } from './faults/question.ts';
import { isolation } from './isolation/question.ts';
import { jobs } from './jobs/question.ts';
import { latency } from './latency/question.ts';
import { mixedSizes } from './mixed-sizes/question.ts';
import { capacity } from './questions/capacity.ts';
import { connections } from './questions/connections.ts';
import { cpus } from './questions/cpus.ts';
import { overload } from './questions/overload.ts';
import { payload } from './questions/payload.ts';
import { responsiveness } from './questions/responsiveness.ts';
import { restart } from './questions/restart.ts';
import { taskSize } from './questions/task-size.ts';
import { workers } from './questions/workers.ts';
import { soak } from './soak/question.ts';
import { within } from './within/question.ts';

/** The questions, in the order of the report. If time is short, the later ones are left out first. */
export const questions: readonly AnyQuestion[] = [
  asQuestion(capacity),
  latency,
  within,
  asQuestion(responsiveness),
  cost,
  isolation,
  faults,
  asQuestion(overload),
  asQuestion(taskSize),
  mixedSizes,
  asQuestion(workers),
  asQuestion(connections),
  asQuestion(restart),
  jobs,
  asQuestion(cpus),
  asQuestion(payload),
  soak,
];

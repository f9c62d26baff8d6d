import { loadWorkload } from '@cpu-bound/workload';
import { answerTask } from '../../host/task.ts';
import { type ClosedLoopSpec, closedLoop } from './closed-loop.ts';

/** The closed loop in a process of its own. */
answerTask(async (spec: ClosedLoopSpec & { workload: string }, passEdge, told) =>
  closedLoop(spec, await loadWorkload(spec.workload), passEdge, told),
);

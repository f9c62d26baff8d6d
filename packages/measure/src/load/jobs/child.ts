import { answerTask } from '../../host/task.ts';
import { workloadFor } from '../../own/known.ts';
import { collect, submit } from './jobs.ts';
import type { CollectSpec, SubmitSpec } from './spec.ts';

/** This process sends jobs and asks for their results. */
answerTask(async (spec: SubmitSpec | CollectSpec, _passEdge, _finished, ask) =>
  spec.do === 'submit' ? submit(spec) : collect(spec, await workloadFor(spec.workload, ask)),
);

import { answerTask } from '../../host/task.ts';
import { workloadFor } from '../../own/asking.ts';
import { collect } from './collect.ts';
import type { CollectSpec, SubmitSpec } from './spec.ts';
import { submit } from './submit.ts';

/** This process sends jobs and asks for their results. */
answerTask(async (spec: SubmitSpec | CollectSpec, _passEdge, _finished, ask) =>
  spec.do === 'submit' ? submit(spec) : collect(spec, await workloadFor(spec.workload, ask)),
);

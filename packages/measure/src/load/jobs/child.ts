import { loadWorkload } from '@cpu-bound/workload';
import { answerTask } from '../../host/task.ts';
import { collect } from './collect.ts';
import type { CollectSpec, SubmitSpec } from './spec.ts';
import { submit } from './submit.ts';

/** This process sends jobs and asks for their results. */
answerTask(async (spec: SubmitSpec | CollectSpec) =>
  spec.do === 'submit' ? submit(spec) : collect(spec, await loadWorkload(spec.workload)),
);

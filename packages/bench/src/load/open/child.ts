import { loadWorkload, type Query } from '@cpu-bound/workload';
import { answerTask } from '../../host/task.ts';
import { createVerifier, type Verification } from '../verifier.ts';
import { type OpenLoopSpec, openLoop } from './open-loop.ts';

export type OpenLoopTask = OpenLoopSpec & {
  /** Absent for a light route, where the status says all. */
  readonly verify?: { readonly workload: string; readonly query: Query };
};

/** For `/hello`: there is nothing to compute, so nothing to verify beyond the status. */
const byStatus = (status: number): Verification =>
  status === 200
    ? { outcome: 'ok', computeMs: 0, worker: '' }
    : { outcome: status === 503 ? 'refused' : 'failed' };

/** The open loop in a process of its own. */
answerTask(async ({ verify, ...spec }: OpenLoopTask, passEdge) =>
  openLoop(
    spec,
    verify ? createVerifier(await loadWorkload(verify.workload), verify.query) : byStatus,
    passEdge,
  ),
);

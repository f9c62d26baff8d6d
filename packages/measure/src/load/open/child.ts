import { loadWorkload, type Query } from '@cpu-bound/workload';
import { answerTask } from '../../host/task.ts';
import { type AnswerCheck, createVerifier } from '../verifier.ts';
import { openLoop } from './open-loop.ts';
import type { OpenLoopSpec } from './spec.ts';

export type OpenLoopTask = OpenLoopSpec & {
  /** The query of each target; absent for a light route, where the status says all. */
  readonly verify?: { readonly workload: string; readonly queries: readonly Query[] };
};

/** For `/hello`: there is nothing to compute, so nothing to verify beyond the status. */
const byStatus: AnswerCheck = {
  add() {},
  end: (status) =>
    status === 200
      ? { outcome: 'ok', computeMs: 0, worker: '' }
      : { outcome: status === 503 ? 'refused' : 'failed' },
};

/** The open loop in a process of its own. */
answerTask(async ({ verify, ...spec }: OpenLoopTask, passEdge) => {
  if (!verify) return openLoop(spec, () => byStatus, passEdge);
  const workload = await loadWorkload(verify.workload);
  const verifiers = verify.queries.map((query) => createVerifier(workload, query));
  const targets = spec.targets.map((target, index) => {
    const body = workload.bodyFor?.(verify.queries[index] ?? {});
    return body ? { ...target, body } : target;
  });
  return openLoop({ ...spec, targets }, (target) => verifiers[target]?.() ?? byStatus, passEdge);
});

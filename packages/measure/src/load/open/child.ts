import { bodyTypeOf, loadWorkload, type Query, rotationOf } from '@cpu-bound/workload';
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
  // Each input of a rotation is a target of its own, and shares the label and the arrivals of the one it stands for.
  const asked = spec.targets.flatMap((target, index) => {
    const inTurn = rotationOf(workload, verify.queries[index] ?? {});
    return inTurn.map((query) => ({
      target,
      query,
      share: target.share / inTurn.length,
      isAlone: inTurn.length === 1,
    }));
  });
  const verifiers = asked.map(({ query }) => createVerifier(workload, query));
  const targets = asked.map(({ target, query, share, isAlone }) => {
    const body = workload.bodyFor?.(query);
    const path = isAlone ? target.path : `/${workload.name}?${new URLSearchParams(query)}`;
    return { ...target, path, share, ...(body && { body, bodyType: bodyTypeOf(workload) }) };
  });
  return openLoop({ ...spec, targets }, (target) => verifiers[target]?.() ?? byStatus, passEdge);
});

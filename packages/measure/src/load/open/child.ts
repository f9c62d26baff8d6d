import type { Query } from '@cpu-bound/workload';
import { answerTask } from '../../host/task.ts';
import type { Milliseconds } from '../../model.ts';
import { workloadFor } from '../../own/known.ts';
import type { RequestSource } from '../from-file/exchanges.ts';
import { READY, type Several } from '../team.ts';
import { type AnswerCheck, type Exchange, endedWith, exchangesBy } from '../verifier.ts';
import { openLoop } from './open-loop.ts';
import type { LoadTarget, OpenLoopSpec } from './spec.ts';

export type OpenLoopTask = OpenLoopSpec &
  Several & {
    /** The query of each target; absent for a light route, of which the status suffices. */
    readonly verify?: { readonly workload: string; readonly queries: readonly Query[] };
    /** Requests that replace those of the targets. */
    readonly requests?: RequestSource;
  };

/** Checks `/hello` by its status alone, because it computes nothing. */
const byStatus: AnswerCheck = {
  add() {},
  end: ({ status }) => endedWith(status) ?? { outcome: 'ok', computeMs: 0, worker: '' },
};

/** This process runs the open loop. */
answerTask(async ({ verify, requests, ...spec }: OpenLoopTask, passEdge, _finished, ask) => {
  const begin = () => ask(READY) as Promise<Milliseconds>;
  if (requests) {
    const { exchangesFrom } = await import('../from-file/exchanges.ts');
    const inTurn = (await exchangesFrom(requests)).map((exchange) => ({
      label: 'all',
      weight: 1,
      ...exchange,
    }));
    return openLoop({ ...spec, targets: inTurn, inTurn: true }, verifierIn(inTurn), begin, passEdge);
  }
  if (!verify) return openLoop(spec, () => byStatus, begin, passEdge);
  const workload = await workloadFor(verify.workload, ask);
  // Each input of a rotation is a target of its own. It has the label of the target that it replaces, and a part of its
  // arrivals.
  const targets: (LoadTarget & Exchange)[] = [];
  for (const [index, { label, weight }] of spec.targets.entries()) {
    const exchanges = await exchangesBy(workload, verify.queries[index] ?? {});
    targets.push(...exchanges.map((exchange) => ({ label, weight: weight / exchanges.length, ...exchange })));
  }
  return openLoop({ ...spec, targets }, verifierIn(targets), begin, passEdge);
});

const verifierIn = (targets: readonly (LoadTarget & Exchange)[]) => (target: number) =>
  targets[target]?.verifier() ?? byStatus;

import type { Config } from '../../measure/config/config.ts';
import { cellsOf } from '../../measure/plan/cells.ts';
import { conditionOf } from '../../measure/plan/condition.ts';
import { idOf, kernelTimings } from '../../measure/plan/windows.ts';
import type { Trial, Window } from '../../model.ts';

const LEAD_IN_SECONDS = 0.25;
/** Of the window of a throughput: for the smallest task, and what is added for the largest. */
const [SHORTEST, LONGER] = [0.4, 1.8];

/** Enough that no worker waits for the next request, few enough that the backlog of large tasks stays short. */
export const sizeConnections = ({ workers }: Config): number => 2 * workers;

/** A closed loop per size, and the kernel alone. The larger the task, the longer the window. */
export function planTaskSize(config: Config): Trial[] {
  const { profile, workload } = config;
  const connections = sizeConnections(config);
  const queries = workload.sizes.map(({ query }) => query);
  const windows = queries.map((query, index): Window => {
    const place = queries.length > 1 ? index / (queries.length - 1) : 1;
    return {
      id: `size-${idOf(query)}`,
      condition: { ...conditionOf(query), connections },
      seconds: Math.round(profile.windowSeconds * (SHORTEST + LONGER * place ** 2) * 100) / 100,
      leadInSeconds: LEAD_IN_SECONDS,
      load: { kind: 'closed', query, connections },
    };
  });
  const rounds = profile.rounds.other;
  return [
    ...kernelTimings(config, 'task-size', rounds, queries),
    ...cellsOf(config, { scenario: 'task-size', rounds }, windows),
  ];
}

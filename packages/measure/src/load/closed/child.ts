import { answerTask } from '../../host/task.ts';
import { workloadFor } from '../../own/asking.ts';
import { exchangesBy } from '../exchange.ts';
import { exchangesFrom } from '../from-file/exchanges.ts';
import type { ClosedTask } from '../loads.ts';
import { closedLoop } from './closed-loop.ts';

/** This process runs the closed loop. */
answerTask(async ({ workload, requests, ...spec }: ClosedTask, passEdge, finished, ask) => {
  const inTurn = requests
    ? await exchangesFrom(requests)
    : await exchangesBy(await workloadFor(workload, ask), spec.load.query);
  return closedLoop(spec, inTurn, passEdge, finished);
});

import { loadWorkload } from '@cpu-bound/workload';
import { answerTask } from '../../host/task.ts';
import { exchangesOf } from '../exchange.ts';
import { exchangesFrom } from '../from-file/exchanges.ts';
import type { ClosedTask } from '../loads.ts';
import { closedLoop } from './closed-loop.ts';

/** This process runs the closed loop. */
answerTask(async ({ workload, requests, ...spec }: ClosedTask, passEdge, finished) => {
  const inTurn = requests
    ? await exchangesFrom(requests)
    : exchangesOf(await loadWorkload(workload), spec.load.query);
  return closedLoop(spec, inTurn, passEdge, finished);
});

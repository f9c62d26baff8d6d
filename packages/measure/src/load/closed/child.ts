import { answerTask } from '../../host/task.ts';
import type { Milliseconds } from '../../model.ts';
import { workloadFor } from '../../own/asking.ts';
import { exchangesBy } from '../exchange.ts';
import type { ClosedTask } from '../loads.ts';
import { READY } from '../several/team.ts';
import { closedLoop } from './closed-loop.ts';

/** This process runs the closed loop. */
answerTask(async ({ workload, requests, ...spec }: ClosedTask, passEdge, finished, ask) => {
  const inTurn = requests
    ? await (await import('../from-file/exchanges.ts')).exchangesFrom(requests)
    : await exchangesBy(await workloadFor(workload, ask), spec.load.query);
  const begin = () => ask(READY) as Promise<Milliseconds>;
  return closedLoop(spec, inTurn, { begin, passEdge, finished });
});

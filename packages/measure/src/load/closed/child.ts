import { answerTask } from '../../host/task.ts';
import type { Milliseconds } from '../../model.ts';
import { workloadFor } from '../../own/known.ts';
import type { ClosedTask } from '../loads.ts';
import { READY } from '../team.ts';
import { exchangesBy } from '../verifier.ts';
import { closedLoop } from './closed-loop.ts';

/** This process runs the closed loop. */
answerTask(async ({ workload, requests, ...spec }: ClosedTask, passEdge, finished, ask) => {
  const inTurn = requests
    ? await (await import('../from-file/exchanges.ts')).exchangesFrom(requests)
    : await exchangesBy(await workloadFor(workload, ask), spec.load.query);
  const begin = () => ask(READY) as Promise<Milliseconds>;
  return closedLoop(spec, inTurn, { begin, passEdge, finished });
});

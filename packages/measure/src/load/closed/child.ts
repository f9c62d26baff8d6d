import { answerTask } from '../../host/task.ts';
import type { Milliseconds } from '../../model.ts';
import { workloadFor } from '../../own/known.ts';
import type { ClosedTasks } from '../loads.ts';
import { READY } from '../team.ts';
import { exchangesBy } from '../verifier.ts';
import { closedLoops } from './closed-loop.ts';

/** This process runs the closed loop of each service. */
answerTask(async ({ workload, requests, services, ...spec }: ClosedTasks, passEdge, finished, ask) => {
  const exchanges = async () =>
    requests
      ? await (await import('../from-file/exchanges.ts')).exchangesFrom(requests)
      : await exchangesBy(await workloadFor(workload, ask), spec.load.query);
  const begin = () => ask(READY) as Promise<Milliseconds>;
  const loops = await Promise.all(
    services.map(async (service) => ({ ...service, inTurn: await exchanges() })),
  );
  return closedLoops(spec, loops, { begin, passEdge, finished });
});

import cluster from 'node:cluster';
import type { Server } from 'node:http';
import type { Options, Started } from '../index.d.ts';
import { closeServer as closeAnswered } from './close-server.js';
import { answerPings, nextPassedOn } from './forks.js';
import { startInside } from './inside.js';
import { createKernel } from './service/run/kernel.js';
import { inTurns } from './service/run/turns.js';

export { clientSignal } from './inside.js';
export { HttpProblem } from './service/http/problems.js';

const passedOn = cluster.isWorker ? nextPassedOn() : undefined;

/** Closes the server of this fork: it answers the requests that have arrived, here and in the main process. */
export const closeServer = (server: Server, timeoutMs?: number): Promise<void> =>
  closeAnswered(server, timeoutMs, passedOn);

/** Computes on the event loop of this fork, where tasks take turns. */
export async function start({ env = process.env }: Options = {}): Promise<Started> {
  const fork = cluster.worker;
  const started = await startInside(env, {}, ({ workload }) => inTurns(createKernel(workload), passedOn));
  if (!fork) return started; // the server was started without main
  // main has received a signal. The server stops by its own listener, or by default.
  process.on('message', (message) => {
    if (message === 'stop' && !process.emit('SIGTERM', 'SIGTERM')) process.exit(0);
  });
  let isFirst = true;
  return {
    compute(...task) {
      if (isFirst) answerPings(); // the start of the server may take longer than a task may
      isFirst = false;
      return started.compute(...task);
    },
    async stop() {
      await started.stop();
      fork.disconnect(); // the fork can end now, after its connections
    },
  };
}

import cluster from 'node:cluster';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { atParentsMessage, reportUp, supervise } from '@cpu-bound/service/run/supervise';
import { Piscina } from 'piscina';

/** A fork has a thread for each of two cores, which its event loop also uses. */
const THREADS = 2;

const context = await prepare(cluster.isWorker ? { stopWhen: atParentsMessage } : {});
const { WORKERS, WORKLOAD } = context.config;
if (cluster.isPrimary) {
  const pairs = Math.floor(WORKERS / THREADS);
  if (pairs > 0) supervise(context, { what: 'forks', count: pairs, start: () => startFork(THREADS) });
  const rest = WORKERS % THREADS;
  if (rest > 0) supervise(context, { what: 'last fork', count: 1, start: () => startFork(rest) });
} else {
  const threads = Number(process.env.FORK_THREADS);
  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    workerData: WORKLOAD,
  });
  context.lifecycle.onStop('thread pool', () => pool.destroy());
  let allUp = false;
  await serve(context, {
    compute: (input, { signal }) =>
      pool.run(input, { signal }).catch((error) => {
        signal.throwIfAborted();
        throw error;
      }),
    ready: () => allUp,
  });
  await reportUp().siblings;
  allUp = true;
}

/** Starts a fork. Node emits the errors of its process on the fork as well, and ends the primary if nothing listens. */
function startFork(threads: number) {
  const fork = cluster.fork({ FORK_THREADS: threads });
  fork.on('error', () => {}); // the supervisor logs the error of the process
  return fork.process;
}

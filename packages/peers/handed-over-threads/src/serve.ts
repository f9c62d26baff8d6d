import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel, type Transferable, Worker } from 'node:worker_threads';
import type { ServiceContext } from '@cpu-bound/service/run/context';
import { prepare } from '@cpu-bound/service/run/prepare';
import { takeWaiting } from '@cpu-bound/service/run/take-waiting';
import { type LoadOfThread, type MessageToThread, newLoad } from './load.ts';

/** An immediate restart, again and again, would hide that threads cannot start. */
const RESTART_AFTER_MS = 1_000;

type Thread = { readonly worker: Worker; readonly load: LoadOfThread };

/** The types of the oldest Node.js that runs this project do not know that a socket can be transferred. */
const transferable = (socket: Socket) => socket as unknown as Transferable;

/** @throws Error if this Node.js cannot transfer a connection to a thread, and names versions that can */
function assertTransfer(): void {
  const socket = new Socket(); // without a connection, so Node.js refuses it for that reason if it transfers any
  try {
    new MessageChannel().port1.postMessage(socket, [transferable(socket)]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_HANDLE_NOT_TRANSFERABLE') return;
  }
  throw new Error(
    `Node.js ${process.versions.node} cannot transfer a connection to a thread: run it on 26.6 or newer, or on 24.21`,
  );
}

/** Keeps `WORKERS` threads running that serve the connections which they get. @throws Error if this Node.js cannot */
export function createThreads({
  config,
  log,
  lifecycle,
}: Pick<ServiceContext, 'config' | 'log' | 'lifecycle'>) {
  assertTransfer();
  const running = new Map<Worker, Promise<number>>();
  const up = new Set<Thread>();
  const allUp = Promise.withResolvers<void>();

  function launch(): void {
    const load = newLoad();
    const worker = new Worker(new URL('./server.ts', import.meta.url), { workerData: load.counts });
    const thread = { worker, load };
    worker.once('message', () => {
      up.add(thread);
      if (up.size === config.WORKERS) allUp.resolve();
    });
    worker.on('error', (err) => log.error({ err }, 'a thread failed'));
    const gone = new Promise<number>((resolve) => worker.once('exit', resolve));
    running.set(worker, gone);
    gone.then(async (code) => {
      up.delete(thread);
      if (lifecycle.stopping) return;
      running.delete(worker);
      log.warn({ code }, 'a thread ended');
      await sleep(RESTART_AFTER_MS);
      if (!lifecycle.stopping) launch();
    });
  }
  for (let started = 0; started < config.WORKERS; started++) launch();

  return {
    /** Resolves when all threads have started. */
    allUp: allUp.promise,
    /** Hands a connection over to the thread with the fewest open requests, and of those, the fewest connections. */
    handOver(socket: Socket): void {
      const [least] = [...up].sort((a, b) => a.load.compare(b.load));
      if (!least) return void socket.resetAndDestroy(); // every thread is being restarted
      try {
        least.worker.postMessage(socket, [transferable(socket)]);
        least.load.addConnection();
      } catch {
        socket.destroy(); // its client has left, so there is nothing to transfer
      }
    },
    post(message: MessageToThread): void {
      for (const worker of running.keys()) worker.postMessage(message);
    },
    /** Waits for the end of all threads. @throws Error if one did not end in order */
    async ended(): Promise<void> {
      const codes = await Promise.all(running.values());
      if (codes.some((code) => code !== 0)) throw new Error(`threads ended with ${codes.join(', ')}`);
    },
  };
}

/**
 * Accepts every connection, and hands it over to a thread, which serves it to its end. Node transfers only a connection
 * from which nothing was read. So this thread cannot know which request a connection will carry, and answers none itself.
 */
const context = await prepare();
const { config, log, lifecycle } = context;
const threads = createThreads(context);
// The options are those of an HTTP server, except that nothing is read here.
const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, threads.handOver);
lifecycle.onStop('threads', async () => {
  threads.post('stop');
  await sleep(config.DRAIN_DELAY_MS);
  await takeWaiting(server);
  server.close();
  threads.post('no-more');
  await threads.ended();
});
await threads.allUp;
server.listen({ host: config.HOST, port: config.PORT, backlog: 4096 });
await once(server, 'listening');
log.info('handing over connections');

import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare } from '@cpu-bound/service/run/prepare';
import { takeWaiting } from '@cpu-bound/service/run/take-waiting';
import { createThreads } from './threads.ts';

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

import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { prepare } from '@cpu-bound/service/run/prepare';

/** An immediate restart, again and again, would hide that threads cannot start. */
const RESTART_AFTER_MS = 1_000;

/** Keeps a thread for each worker running; each serves by itself. The main thread does no other work. */
const { config, log, lifecycle } = await prepare();
const servers = new Set<Worker>();
const up = new Set<Worker>();
for (let started = 0; started < config.WORKERS; started++) launch();
lifecycle.onStop('servers', async () => {
  await Promise.all(
    [...servers].map((server) => {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.postMessage('stop');
      return gone;
    }),
  );
});

function launch(): void {
  const server = new Worker(new URL('./server.ts', import.meta.url));
  servers.add(server);
  server.on('message', () => {
    up.add(server);
    if (up.size === config.WORKERS) for (const sibling of up) sibling.postMessage('all-up');
  });
  server.on('error', (err) => log.error({ err }, 'a server failed'));
  server.once('exit', async (code) => {
    servers.delete(server);
    up.delete(server);
    if (lifecycle.stopping) return;
    log.warn({ code }, 'a server ended');
    await sleep(RESTART_AFTER_MS);
    if (!lifecycle.stopping) launch();
  });
}

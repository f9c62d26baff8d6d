import { fork } from 'node:child_process';
import { prepare, serve, supervise } from '@cpu-bound/service';
import { connectBackend } from './backend.ts';
import { tuning } from './config.ts';
import { gauges } from './gauges.ts';
import { createJobs } from './jobs/routes.ts';

/** The API process. `WORKERS=0` where the workers are deployed apart from it (see docker-compose.yml). */
const setting = await prepare({ minWorkers: 0, tuning });
const own = supervise(setting, {
  what: 'queue workers',
  count: setting.config.WORKERS,
  start: () => fork(new URL('./worker.ts', import.meta.url)),
});
const backend = connectBackend(setting, () => own.up);
await serve(setting, {
  compute: backend.compute,
  ready: () => backend.proven && !backend.link.trouble && backend.workers > 0,
  extension: createJobs(setting, backend.link),
  gauges: gauges(backend),
});

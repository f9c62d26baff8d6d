import { fork } from 'node:child_process';
import { prepare, serve, supervise } from '@cpu-bound/service';
import { queueOptions, startBoss } from './boss.ts';
import { createCompute } from './compute.ts';
import { createJobs } from './jobs.ts';
import { tuning } from './tuning.ts';

/** How often this process looks for jobs whose worker has died. */
const LOOK_S = 5;

/** pg-boss as documented: this process sends jobs, worker processes fetch them. */
const setting = await prepare({ tuning });
const boss = await startBoss(setting, { superviseIntervalSeconds: LOOK_S, monitorIntervalSeconds: LOOK_S });
await boss.createQueue(setting.config.QUEUE_NAME, queueOptions(setting.config));
const compute = await createCompute(boss, setting);
const workers = supervise(setting, {
  what: 'queue workers',
  count: setting.config.WORKERS,
  start: () => fork(new URL('./worker.ts', import.meta.url)),
});
await serve(setting, { compute, ready: () => workers.up > 0, extension: createJobs(boss, setting) });

import { fork } from 'node:child_process';
import { prepare, serve, supervise } from '@cpu-bound/service';
import { queueOptions, startBoss } from './boss.ts';
import { createCompute } from './compute.ts';
import { createJobs } from './jobs.ts';
import { tuning } from './tuning.ts';

/** The interval in which this process searches for jobs of dead workers. */
const MONITOR_S = 5;

/** pg-boss as documented: this process sends jobs, worker processes fetch them. */
const setting = await prepare({ tuning });
const boss = await startBoss(setting, {
  superviseIntervalSeconds: MONITOR_S,
  monitorIntervalSeconds: MONITOR_S,
});
await boss.createQueue(setting.config.QUEUE_NAME, queueOptions(setting.config));
const compute = await createCompute(boss, setting);
const workers = supervise(setting, {
  what: 'queue workers',
  count: setting.config.WORKERS,
  start: () => fork(new URL('./worker.ts', import.meta.url)),
});
await serve(setting, { compute, ready: () => workers.up > 0, extension: createJobs(boss, setting) });

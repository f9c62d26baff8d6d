import { fork } from 'node:child_process';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { supervise } from '@cpu-bound/service/run/supervise';
import { queueOptions, startBoss, tuning } from './boss.ts';
import { createCompute } from './compute.ts';
import { createJobs } from './jobs.ts';

/** The interval in which this process searches for jobs of dead workers. */
const MONITOR_S = 5;

/** Uses pg-boss as documented: this process sends jobs, worker processes fetch them. */
const context = await prepare({ tuning });
const boss = await startBoss(context, {
  superviseIntervalSeconds: MONITOR_S,
  monitorIntervalSeconds: MONITOR_S,
});
await boss.createQueue(context.config.QUEUE_NAME, queueOptions(context.config));
const compute = await createCompute(boss, context);
const workers = supervise(context, {
  what: 'queue workers',
  count: context.config.WORKERS,
  start: () => fork(new URL('./worker.ts', import.meta.url)),
});
await serve(context, { compute, ready: () => workers.up > 0, mount: createJobs(boss, context) });

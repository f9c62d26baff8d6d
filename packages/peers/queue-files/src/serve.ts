import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { createCompute } from './compute.ts';
import { createJobs } from './jobs.ts';
import { openQueue } from './queue.ts';
import { tuning } from './tuning.ts';

/** Uses @platformatic/job-queue as documented for one machine: this process adds jobs and takes them. */
const context = await prepare({ tuning });
const queue = await openQueue(context);
await serve(context, {
  compute: createCompute(queue, context.config.REQUEST_TIMEOUT_MS),
  mount: createJobs(queue, context.workload),
});

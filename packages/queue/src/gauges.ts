import type { GaugeSource } from '@cpu-bound/service';
import type { Backend } from './backend.ts';

/** What only the queue has to tell Prometheus. NaN where Redis does not answer. */
export const gauges = (backend: Backend): GaugeSource[] => [
  {
    name: 'queue_backlog_requests',
    help: 'Requests that are in no job yet.',
    read: () => backend.sharing.backlog,
  },
  { name: 'queue_request_jobs', help: 'Jobs of this process in Redis.', read: () => backend.sharing.shares },
  { name: 'queue_workers', help: 'Workers that serve the queue.', read: () => backend.workers },
  {
    name: 'queue_waiting_jobs',
    help: 'Jobs that wait in Redis, of all API processes.',
    read: () => waitingJobs(backend).catch(() => Number.NaN),
  },
  {
    name: 'queue_jobs_retaken_total',
    help: 'Jobs that were taken up again after their worker died, since this process started.',
    read: () => backend.retaken,
    isCounter: true,
  },
];

const waitingJobs = async ({ link }: Backend): Promise<number> =>
  link.ask(() => link.queue.getJobCountByTypes('waiting', 'prioritized'));

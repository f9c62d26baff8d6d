import { choice, integer } from '@cpu-bound/service';

/** What the measurements in docs/adr decided; each can be set otherwise to measure it again. */
export const tuning = {
  /** Whether requests that wait share a job: as the backlog allows, up to some milliseconds only, or never. */
  QUEUE_BATCH: choice('backlog', 'short', 'never'),
  /** How results come back: on a channel of this API process, or by BullMQ's event stream. */
  QUEUE_REPLY: choice('channel', 'events'),
  /** Jobs that a worker process holds at once; it computes one at a time. */
  QUEUE_CONCURRENCY: integer(1, 16, 1),
  /** About how many entries BullMQ's event stream keeps; four or five are written per job. */
  QUEUE_EVENTS: integer(0, 1_000_000, 100),
  /** How many asynchronous jobs may wait. */
  MAX_JOBS: integer(1, 1_000_000, 10_000),
};

import { setTimeout as sleep } from 'node:timers/promises';
import { type Sharing, shareHandOvers } from '@cpu-bound/handover';
import { type Compute, HttpProblem, type Setting } from '@cpu-bound/service';
import { createExchange } from './compute.ts';
import { namesOf, type tuning } from './config.ts';
import { LONGEST_MS } from './job.ts';
import { linkRedis, type RedisLink } from './redis-link.ts';

/** The API's side of the queue: where requests and jobs go in, and where results come out. */
export type Backend = {
  readonly link: RedisLink;
  readonly compute: Compute;
  /** Requests that are in no job yet, and jobs that are not back. */
  readonly sharing: Pick<Sharing, 'backlog' | 'shares'>;
  /** How many workers serve the queue, wherever they run. */
  readonly workers: number;
  /** Whether a job has gone all the way through a worker and back. */
  readonly proven: boolean;
  /** Jobs that were taken up again after their worker died. */
  readonly retaken: number;
};

/** Jobs in Redis for each worker: one to compute, one to take next. */
const JOBS_PER_WORKER = 2;
/** A job costs about a millisecond of CPU over the API, Redis and its worker, whatever is in it. */
const WORK_MS = 12;
/** With two jobs for each worker, an eighth of what waits for it. */
const BACKLOG_FRACTION = 0.25;
const SENTINEL_MS = 1_000;
const MOST_SENTINEL_MS = 30_000;
/** Longer than any request waits for the result. */
const OCTETS_KEPT_LONGER_MS = 5_000;

/** Connects by itself, for as long as it takes; until then nothing can be computed. */
export function connectBackend(setting: Setting<typeof tuning>, startedWorkers: () => number): Backend {
  const { config, lifecycle, workload } = setting;
  const names = namesOf(config, workload);
  const channel = names.key('replies', crypto.randomUUID());
  let [retaken, proven] = [0, false];
  const link = linkRedis(setting, names, channel, {
    onReply: (reply) => exchange.onReply(reply),
    onRetaken: () => retaken++,
    onLost: (problem) => exchange.rejectAll(problem),
  });
  const keptMs = config.REQUEST_TIMEOUT_MS + OCTETS_KEPT_LONGER_MS;
  const exchange = createExchange({ link, channel, keptMs });
  const workers = () => Math.max(link.beat.workers, startedWorkers());
  const sharing = shareHandOvers({
    run: exchange.run,
    ahead: () => (workers() > 0 ? workers() * JOBS_PER_WORKER : Number.POSITIVE_INFINITY),
    workMs: WORK_MS,
    backlogFraction: BACKLOG_FRACTION,
    longestMs: LONGEST_MS,
    isCommon: (error) => error instanceof HttpProblem, // of Redis; a job that kills its workers is none
  });
  void link.opened.then(prove);

  /**
   * A subscription says that it is ready before its first read (compare BullMQ issue 2874), and there may be no
   * worker yet: sends jobs with nothing in them, ever more seldom, until one has come back.
   */
  async function prove(): Promise<void> {
    for (
      let wait = SENTINEL_MS;
      !proven && !lifecycle.stopping;
      wait = Math.min(2 * wait, MOST_SENTINEL_MS)
    ) {
      const back = exchange.sentinel().then(
        () => {
          proven = true;
        },
        () => sleep(SENTINEL_MS, undefined, { ref: false }), // Redis is away, once more
      );
      await Promise.race([back, sleep(wait, undefined, { ref: false })]);
    }
  }
  return {
    link,
    sharing,
    async compute(input, options) {
      if (link.trouble) throw link.trouble;
      return sharing.compute(input, options);
    },
    get workers() {
      return workers();
    },
    get proven() {
      return proven;
    },
    get retaken() {
      return retaken;
    },
  };
}

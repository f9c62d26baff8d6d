import { setTimeout as sleep } from 'node:timers/promises';
import { type Sharing, shareHandOvers } from '@cpu-bound/handover';
import { BackendAway, type Compute, HttpProblem, type Setting } from '@cpu-bound/service';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { createExchange } from './compute.ts';
import { queueNameOf, type tuning } from './config.ts';
import { failFast } from './connection.ts';
import { countFleet, type Fleet } from './fleet.ts';
import { type JobData, LONGEST_MS } from './job.ts';
import { type RedisMemory, watchMemory } from './memory.ts';
import { takePulse } from './pulse.ts';
import { type ReplyListener, readReplies } from './replies.ts';
import { isRefusal, troubleOf } from './trouble.ts';

/** The API's side of the queue: where requests and jobs go in, and where results come out. */
export type Backend = {
  readonly queue: Queue<JobData>;
  /** The same, on a connection where large results hold up nothing but one another. */
  readonly results: Queue<JobData>;
  readonly redis: Redis;
  readonly compute: Compute;
  /** Requests that are in no job yet, and jobs that are not back. */
  readonly sharing: Pick<Sharing, 'backlog' | 'shares'>;
  readonly fleet: Fleet;
  readonly memory: RedisMemory;
  /** Why nothing can be begun now. */
  readonly trouble: HttpProblem | undefined;
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
const PULSE_KEPT_MS = 5_000;
/** Than anybody waits for what was computed from them. */
const OCTETS_KEPT_LONGER_MS = 5_000;

/** Connects; resolves once Redis answers. */
export async function connectBackend(
  setting: Setting<typeof tuning>,
  startedWorkers: () => number,
): Promise<Backend> {
  const { config, log, lifecycle, workload } = setting;
  const name = queueNameOf(config, workload);
  const channel = `${name}:replies:${crypto.randomUUID()}`;
  let [retaken, proven] = [0, false];

  const clients = [failFast(config), failFast(config), failFast(config, config.REQUEST_TIMEOUT_MS)] as const;
  const [client, pulseClient, resultsClient] = clients;
  for (const one of clients) one.on('error', (err) => log.debug({ err }, 'Redis'));
  // However long it takes, whatever errors come first.
  await Promise.all(clients.map((one) => new Promise((resolve) => one.once('ready', resolve))));
  const [queue, results] = [client, resultsClient].map((connection) => {
    // Nobody reads the events.
    const options = { connection, skipWaitingForReady: true, streams: { events: { maxLen: 100 } } };
    return new Queue<JobData>(name, options).on('error', (err) => log.debug({ err }, 'queue'));
  }) as [Queue<JobData>, Queue<JobData>];

  const keptMs = config.REQUEST_TIMEOUT_MS + OCTETS_KEPT_LONGER_MS;
  const exchange = createExchange(queue, { channel, client: resultsClient, keptMs });
  const fleet = await countFleet(queue, startedWorkers);
  const listener: ReplyListener = {
    onReply: exchange.onReply,
    onRetaken: () => retaken++,
    onGap: () => exchange.rejectAll(new BackendAway('Redis')),
    onError: (err) => log.debug({ err }, 'reply reader'),
  };
  const replies = await readReplies(config, name, channel, listener);
  client.on('close', listener.onGap);
  // On a connection of its own, where no large answer is before it; a write, since a Redis may answer and refuse those.
  const pulse = takePulse(
    () => pulseClient.set(`${name}:pulse`, 1, 'PX', PULSE_KEPT_MS),
    (err) => {
      if (isRefusal(err)) log.error({ err }, 'Redis refuses to write');
      else if (!lifecycle.stopping) log.warn('Redis is away');
      exchange.rejectAll(troubleOf(err));
    },
    () => log.info('Redis is back'),
  );
  const memory = watchMemory(client, name);
  lifecycle.onStop('queue', async () => {
    for (const one of [pulse, fleet, memory]) one.stop();
    replies.close();
    await Promise.all([queue.close(), results.close()]);
    for (const one of clients) one.disconnect();
  });
  void prove();

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
  const sharing = shareHandOvers({
    run: exchange.run,
    ahead: () => (fleet.workers > 0 ? fleet.workers * JOBS_PER_WORKER : Number.POSITIVE_INFINITY),
    workMs: WORK_MS,
    backlogFraction: BACKLOG_FRACTION,
    longestMs: LONGEST_MS,
    isCommon: (error) => error instanceof HttpProblem, // of Redis; a job that kills its workers is none
  });
  const troubleNow = () => {
    if (pulse.failure !== undefined) return troubleOf(pulse.failure);
    return replies.connected ? undefined : new BackendAway('Redis');
  };
  return {
    queue,
    results,
    redis: client,
    fleet,
    memory,
    sharing,
    async compute(input, options) {
      const trouble = troubleNow();
      if (trouble) throw trouble;
      return sharing.compute(input, options);
    },
    get trouble() {
      return troubleNow();
    },
    get proven() {
      return proven;
    },
    get retaken() {
      return retaken;
    },
  };
}

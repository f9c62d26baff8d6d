import { setTimeout as sleep } from 'node:timers/promises';
import { type Sharing, shareHandOvers } from '@cpu-bound/handover';
import { BackendAway, type Compute, HttpProblem, type Setting } from '@cpu-bound/service';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { createBeat } from './beat.ts';
import { createExchange } from './compute.ts';
import { type Names, namesOf, type tuning } from './config.ts';
import { failFast } from './connection.ts';
import { type JobData, LONGEST_MS } from './job.ts';
import { takePulse } from './pulse.ts';
import { createTroubleLog, isReadOnly, isRefusal, reasonOf } from './redis-errors.ts';
import { type ReplyListener, type ReplyReader, readReplies } from './replies.ts';
import { type Ask, createAsking, troubleOf } from './trouble.ts';

/** The API's side of the queue: where requests and jobs go in, and where results come out. */
export type Backend = {
  readonly names: Names;
  readonly queue: Queue<JobData>;
  /** The same, on a connection where large results hold up nothing but one another. */
  readonly results: Queue<JobData>;
  readonly redis: Redis;
  /** The connection of `results`. */
  readonly slowRedis: Redis;
  readonly replies: ReplyReader;
  readonly compute: Compute;
  /** Requests that are in no job yet, and jobs that are not back. */
  readonly sharing: Pick<Sharing, 'backlog' | 'shares'>;
  /** How many workers serve the queue, wherever they run. */
  readonly workers: number;
  /** Why nothing can be begun now. */
  readonly trouble: HttpProblem | undefined;
  /** That Redis answers nothing now; one that refuses to write can still be asked. */
  readonly away: HttpProblem | undefined;
  /** Runs a command; rejects with what a client is told where Redis is away, refuses, or ceases to answer meanwhile. */
  readonly ask: Ask;
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
/** Than anybody waits for what was computed from them. */
const OCTETS_KEPT_LONGER_MS = 5_000;
const TRY_AGAIN_MS = 200;
/** Longer than a large answer keeps the event loop: the timeout would not see that its answer is there. */
const ANSWER_WITHIN_MS = 3_000;

/** Connects by itself, for as long as it takes; until then there is `trouble`, and no queue. */
export function connectBackend(setting: Setting<typeof tuning>, startedWorkers: () => number): Backend {
  const { config, log, lifecycle, workload } = setting;
  const names = namesOf(config, workload);
  const channel = names.key('replies', crypto.randomUUID());
  const troubles = createTroubleLog(log, 'warn');
  let [retaken, proven, beating] = [0, false, { workers: 0, aheadMs: 0 }];
  let queues: readonly [Queue<JobData>, Queue<JobData>] | undefined;

  const clients = [
    failFast(config, ANSWER_WITHIN_MS),
    failFast(config),
    failFast(config, config.REQUEST_TIMEOUT_MS),
  ] as const;
  const [client, pulseClient, slowClient] = clients;
  for (const one of clients) one.on('error', troubles.tell);
  const queueOf = (index: 0 | 1): Queue<JobData> => {
    if (!queues) throw new BackendAway('Redis');
    return queues[index];
  };
  const beat = createBeat(pulseClient, names);
  const exchange = createExchange({
    queue: () => queueOf(0),
    channel,
    client: slowClient,
    keptMs: config.REQUEST_TIMEOUT_MS + OCTETS_KEPT_LONGER_MS,
    aheadMs: () => beating.aheadMs,
    trouble: () => troubleNow(),
  });
  const awayNow = () =>
    pulse.failure === undefined || isRefusal(pulse.failure) ? undefined : new BackendAway('Redis');
  const asking = createAsking(awayNow);
  const listener: ReplyListener = {
    onReply: exchange.onReply,
    onRetaken: () => retaken++,
    onGap: () => exchange.rejectAll(new BackendAway('Redis')),
    onError: troubles.tell,
  };
  const replies = readReplies(config, { replies: channel, retaken: names.key('retaken') }, listener);
  client.on('close', listener.onGap);
  // On a connection of its own, where no large answer is before it.
  const pulse = takePulse(
    async () => {
      beating = await beat();
    },
    (err) => {
      const reason = reasonOf(err);
      if (isRefusal(err)) log.error({ reason }, 'Redis refuses to write');
      else if (!lifecycle.stopping) log.warn({ reason }, 'Redis is away');
      // To the server that takes writes: those that only read would not learn of it.
      if (isReadOnly(err)) for (const one of [replies, client, slowClient]) one.disconnect(true);
      exchange.rejectAll(troubleOf(err));
      asking.giveUp();
    },
    () => {
      troubles.over();
      log.info('Redis is back');
    },
  );
  lifecycle.onStop('queue', async () => {
    pulse.stop();
    replies.disconnect(false);
    await Promise.all(queues?.map((queue) => queue.close()) ?? []);
    for (const one of clients) one.disconnect();
  });
  void connect().then(prove);

  /** BullMQ asks for the server's version first, and never again where that fails. */
  async function connect(): Promise<void> {
    const open = async (connection: Redis): Promise<Queue<JobData>> => {
      // Nobody reads the events.
      const options = { connection, skipWaitingForReady: true, streams: { events: { maxLen: 100 } } };
      const queue = new Queue<JobData>(names.queue, { ...options, prefix: names.prefix });
      queue.on('error', troubles.tell);
      await queue.waitUntilReady();
      return queue;
    };
    while (!queues && !lifecycle.stopping) {
      if (client.status === 'ready' && slowClient.status === 'ready')
        queues = await Promise.all([open(client), open(slowClient)]).catch(() => undefined); // it was told
      if (!queues) await sleep(TRY_AGAIN_MS, undefined, { ref: false });
    }
  }
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
  const workers = () => Math.max(beating.workers, startedWorkers());
  const sharing = shareHandOvers({
    run: exchange.run,
    ahead: () => (workers() > 0 ? workers() * JOBS_PER_WORKER : Number.POSITIVE_INFINITY),
    workMs: WORK_MS,
    backlogFraction: BACKLOG_FRACTION,
    longestMs: LONGEST_MS,
    isCommon: (error) => error instanceof HttpProblem, // of Redis; a job that kills its workers is none
  });
  const troubleNow = () => {
    if (pulse.failure !== undefined) return troubleOf(pulse.failure);
    return queues && replies.connected ? undefined : new BackendAway('Redis');
  };
  return {
    names,
    get queue() {
      return queueOf(0);
    },
    get results() {
      return queueOf(1);
    },
    redis: client,
    slowRedis: slowClient,
    replies,
    sharing,
    async compute(input, options) {
      const trouble = troubleNow();
      if (trouble) throw trouble;
      return sharing.compute(input, options);
    },
    get workers() {
      return workers();
    },
    get trouble() {
      return troubleNow();
    },
    get away() {
      return awayNow();
    },
    ask: asking.ask,
    get proven() {
      return proven;
    },
    get retaken() {
      return retaken;
    },
  };
}

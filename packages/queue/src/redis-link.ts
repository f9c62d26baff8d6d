import { BackendAway, type HttpProblem, type Setting } from '@cpu-bound/service';
import type { Redis } from 'ioredis';
import { type Beat, createBeat } from './beat.ts';
import type { Names, tuning } from './config.ts';
import { failFast } from './connection.ts';
import { openQueues, type Queues } from './open-queues.ts';
import { type Pulse, takePulse } from './pulse.ts';
import { createTroubleLog, isReadOnly, isRefusal, reasonOf, type TroubleLog } from './redis-errors.ts';
import { type ReplyListener, type ReplyReader, readReplies } from './replies.ts';
import { type Ask, createAsking, troubleOf } from './trouble.ts';

/** What the API process has of Redis: connections, the queue, replies, and whether it answers. */
export type RedisLink = Queues & {
  readonly names: Names;
  readonly redis: Redis;
  /** The connection of `results`. */
  readonly slowRedis: Redis;
  readonly replies: ReplyReader;
  /** Why nothing can be begun now. */
  readonly trouble: HttpProblem | undefined;
  /** That Redis answers nothing now; one that refuses to write can still be asked. */
  readonly away: HttpProblem | undefined;
  /** Runs a command. If Redis is away, refuses or stops answering, it rejects with the error for the client. */
  readonly ask: Ask;
  /** What Redis said last. */
  readonly beat: Beat;
  /** Once there is a queue, or the process stops. */
  readonly opened: Promise<void>;
};

export type LinkListener = Pick<ReplyListener, 'onReply' | 'onRetaken'> & {
  /** Redis ceases to answer, or replies may have been missed. */
  onLost(problem: HttpProblem): void;
};

/** Longer than a large answer keeps the event loop: the timeout would not see that its answer is there. */
const ANSWER_WITHIN_MS = 3_000;

/**
 * Connects by itself, for as long as it takes; until then there is `trouble`, and no queue.
 *
 * @param channel where the workers publish what became of this process's jobs
 */
export function linkRedis(
  setting: Setting<typeof tuning>,
  names: Names,
  channel: string,
  { onReply, onRetaken, onLost }: LinkListener,
): RedisLink {
  const { config, log, lifecycle } = setting;
  const troubles = createTroubleLog(log, 'warn');
  const redis = failFast(config, ANSWER_WITHIN_MS);
  const pulseClient = failFast(config);
  const slowRedis = failFast(config, config.REQUEST_TIMEOUT_MS);
  const clients = [redis, pulseClient, slowRedis];
  for (const one of clients) one.on('error', troubles.tell);

  const onGap = () => onLost(new BackendAway('Redis'));
  const listener = { onReply, onRetaken, onGap, onError: troubles.tell };
  const replies = readReplies(config, { replies: channel, retaken: names.key('retaken') }, listener);
  redis.on('close', onGap);

  const awayNow = () =>
    pulse.failure === undefined || isRefusal(pulse.failure) ? undefined : new BackendAway('Redis');
  const asking = createAsking(awayNow);
  // On a connection of its own, where no large answer is before it.
  const pulse = watchRedis(setting, createBeat(pulseClient, names), troubles, (error) => {
    // To the server that takes writes: those that only read would not learn of it.
    if (isReadOnly(error)) for (const one of [replies, redis, slowRedis]) one.disconnect(true);
    onLost(troubleOf(error));
    asking.giveUp();
  });

  let queues: Queues | undefined;
  const opened = openQueues(names, [redis, slowRedis], troubles.tell, () => lifecycle.stopping).then(
    (open) => {
      queues = open;
    },
  );
  const queuesNow = (): Queues => {
    if (!queues) throw new BackendAway('Redis');
    return queues;
  };
  lifecycle.onStop('queue', async () => {
    pulse.stop();
    replies.disconnect(false);
    if (queues) await Promise.all([queues.queue.close(), queues.results.close()]);
    for (const one of clients) one.disconnect();
  });
  return {
    names,
    redis,
    slowRedis,
    replies,
    ask: asking.ask,
    opened,
    get queue() {
      return queuesNow().queue;
    },
    get results() {
      return queuesNow().results;
    },
    get beat() {
      return pulse.beat;
    },
    get trouble() {
      if (pulse.failure !== undefined) return troubleOf(pulse.failure);
      return queues && replies.connected ? undefined : new BackendAway('Redis');
    },
    get away() {
      return awayNow();
    },
  };
}

/** Beats as long as it lives; logs that Redis is away, refuses to write, or is back. */
function watchRedis(
  { log, lifecycle }: Setting<typeof tuning>,
  askBeat: () => Promise<Beat>,
  troubles: TroubleLog,
  onLost: (error: unknown) => void,
): Pulse & { readonly beat: Beat } {
  let beat: Beat = { workers: 0, aheadMs: 0 };
  const pulse = takePulse(
    async () => {
      beat = await askBeat();
    },
    (error) => {
      const reason = reasonOf(error);
      if (isRefusal(error)) log.error({ reason }, 'Redis refuses to write');
      else if (!lifecycle.stopping) log.warn({ reason }, 'Redis is away');
      onLost(error);
    },
    () => {
      troubles.over();
      log.info('Redis is back');
    },
  );
  return {
    get failure() {
      return pulse.failure;
    },
    get beat() {
      return beat;
    },
    stop: () => pulse.stop(),
  };
}

import type { Redis } from 'ioredis';
import type { z } from 'zod';
import type { Names, tuning } from '../config.ts';
import { script } from '../script.ts';

/**
 * What the asynchronous jobs take of Redis, and which job a client's key means. Each change is one step in Redis, so
 * that nothing is lost or counted twice between processes.
 */
export type Ledger = {
  /**
   * Reserves bytes for a job that is about to be added, and the client's key. The same call may be made again, and with
   * the id of a job that another owner is adding: then it is this one's to add, and no longer the other's to give up.
   */
  accept(job: Reservation): Promise<Acceptance>;
  /** Gives up what was accepted, unless the job was added or has another owner by now. */
  release(id: string, owner: string): Promise<'added' | 'released'>;
  /** Takes a job that waits out of the queue. */
  cancel(id: string): Promise<boolean>;
  /** A job has ended: counts what is kept of it, and tells whoever waits. */
  finish(id: string, bytes: number, resultBytes: number): Promise<void>;
};

export type Reservation = {
  readonly id: string;
  /** The request that adds it. */
  readonly owner: string;
  readonly bytes: number;
  readonly key?: string;
  /** Tells its input from another one that comes with the same key. */
  readonly print?: string | undefined;
};

export type Acceptance =
  | { readonly is: 'new' }
  /** The job that the key means. */
  | { readonly is: 'known'; readonly id: string }
  /** Another request is about to add it. */
  | { readonly is: 'adding'; readonly id: string; readonly print: string | undefined }
  | { readonly is: 'full'; readonly of: 'jobs' | 'bytes' };

/** A job takes this much besides its data: BullMQ's fields and sets, and our own entries. */
export const OVERHEAD_BYTES = 1_024;
/** A job that is never added is forgotten after this and the time of a request. */
const GRACE_MS = 10_000;

const PRELUDE = `
  local ledger, looks, adding, jobs = KEYS[1], KEYS[2], KEYS[5], ARGV[1]
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local function forget(id)
    local key = redis.call('HGET', ledger, 'key:' .. id)
    if key then redis.call('HDEL', ledger, 'id:' .. key) end
    redis.call('HINCRBY', ledger, 'bytes', 0 - (redis.call('HGET', ledger, 'size:' .. id) or 0))
    redis.call('HDEL', ledger, 'size:' .. id, 'key:' .. id, 'print:' .. id, 'owner:' .. id)
    redis.call('ZREM', looks, id)
    redis.call('SREM', adding, id)
    redis.call('UNLINK', jobs .. 'octets:' .. id, jobs .. 'result:' .. id)
  end
`;

const accept = script(
  'acceptJob',
  `${PRELUDE}
  local id, key, bytes = ARGV[2], ARGV[3], tonumber(ARGV[4])
  local mostJobs, mostBytes, kept, grace = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
  local owner, print = ARGV[9], ARGV[10]
  for _, due in ipairs(redis.call('ZRANGEBYSCORE', looks, '-inf', now, 'LIMIT', 0, 100)) do
    local ended = tonumber(redis.call('HGET', jobs .. due, 'finishedOn') or math.huge)
    if redis.call('EXISTS', jobs .. due) == 0 or ended + kept <= now then forget(due)
    else redis.call('ZADD', looks, math.min(now + grace, ended + kept), due) end
  end
  local known = key ~= '' and redis.call('HGET', ledger, 'id:' .. key)
  if known then
    if redis.call('EXISTS', jobs .. known) == 1 then return { 'known', known } end
    if known == id then
      redis.call('HSET', ledger, 'owner:' .. id, owner)
      redis.call('ZADD', looks, now + grace, id)
      return { 'new' }
    end
    if tonumber(redis.call('ZSCORE', looks, known) or 0) > now then
      return { 'adding', known, redis.call('HGET', ledger, 'print:' .. known) }
    end
    forget(known)
  end
  for _, other in ipairs(redis.call('SMEMBERS', adding)) do
    if redis.call('EXISTS', jobs .. other) == 1 then
      redis.call('SREM', adding, other)
      redis.call('HDEL', ledger, 'print:' .. other, 'owner:' .. other)
    end
  end
  local waiting = redis.call('ZCARD', KEYS[3]) + redis.call('LLEN', KEYS[4]) + redis.call('SCARD', adding)
  if waiting >= mostJobs then return { 'full', 'jobs' } end
  local sums = redis.call('HMGET', ledger, 'bytes', 'results', 'resultBytes')
  local mean = (sums[3] or 0) / math.max(1, sums[2] or 0)
  if (sums[1] or 0) + bytes + (waiting + 1) * mean > mostBytes then return { 'full', 'bytes' } end
  redis.call('HSET', ledger, 'size:' .. id, bytes, 'owner:' .. id, owner)
  redis.call('HINCRBY', ledger, 'bytes', bytes)
  if key ~= '' then redis.call('HSET', ledger, 'id:' .. key, id, 'key:' .. id, key, 'print:' .. id, print) end
  redis.call('ZADD', looks, now + grace, id)
  redis.call('SADD', adding, id)
  return { 'new' }
`,
);

const release = script(
  'releaseJob',
  `${PRELUDE}
  if redis.call('EXISTS', jobs .. ARGV[2]) == 1 then return 'added' end
  if redis.call('HGET', ledger, 'owner:' .. ARGV[2]) == ARGV[3] then forget(ARGV[2]) end
  return 'released'
`,
);

/** Whoever takes a job out of its list has it. One whose worker has died waits in the list of those without priority. */
const cancel = script(
  'cancelJob',
  `${PRELUDE}
  local id = ARGV[2]
  if redis.call('ZREM', KEYS[3], id) == 0 and redis.call('LREM', KEYS[4], 1, id) == 0 then return 0 end
  redis.call('DEL', jobs .. id)
  forget(id)
  redis.call('PUBLISH', jobs .. 'ended:' .. id, '')
  return 1
`,
);

const finish = script(
  'finishJob',
  `${PRELUDE}
  local id, bytes, result, kept = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
  redis.call('PUBLISH', jobs .. 'ended:' .. id, '')
  redis.call('UNLINK', jobs .. 'octets:' .. id)
  local before = redis.call('HGET', ledger, 'size:' .. id)
  if not before then return end
  redis.call('HSET', ledger, 'size:' .. id, bytes)
  redis.call('HINCRBY', ledger, 'bytes', bytes - before)
  redis.call('HINCRBY', ledger, 'results', 1)
  redis.call('HINCRBY', ledger, 'resultBytes', result)
  redis.call('ZADD', looks, now + kept, id)
`,
);

type Limits = Pick<z.infer<z.ZodObject<typeof tuning>>, 'MAX_JOBS' | 'JOBS_REDIS_MB' | 'JOB_KEPT_S'> & {
  readonly REQUEST_TIMEOUT_MS: number;
};

export function createLedger(client: () => Redis, { key }: Names, limits: Limits): Ledger {
  const keys = ['ledger', 'looks', 'prioritized', 'wait', 'adding'].map((name) => key(name));
  const jobs = key('');
  const kept = limits.JOB_KEPT_S * 1_000;
  return {
    async accept({ id, owner, bytes, key: own = '', print = '' }) {
      const most = [limits.MAX_JOBS, limits.JOBS_REDIS_MB * 2 ** 20];
      const grace = limits.REQUEST_TIMEOUT_MS + GRACE_MS;
      const args = [jobs, id, own, bytes, ...most, kept, grace, owner, print];
      const [is, what, of] = (await accept(client(), keys, args)) as string[];
      if (is === 'full') return { is, of: what === 'jobs' ? 'jobs' : 'bytes' };
      if (is === 'adding') return { is, id: what ?? '', print: of };
      return is === 'known' ? { is, id: what ?? '' } : { is: 'new' };
    },
    release: async (id, owner) => (await release(client(), keys, [jobs, id, owner])) as 'added' | 'released',
    cancel: async (id) => (await cancel(client(), keys, [jobs, id])) === 1,
    async finish(id, bytes, resultBytes) {
      await finish(client(), keys, [jobs, id, bytes, resultBytes, kept]);
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { hasOctets } from '@cpu-bound/handover/octets';
import type { Setting } from '@cpu-bound/service';
import type { DataObject } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { LimitFunction } from 'p-limit';
import type { tuning } from '../config.ts';
import { ASYNC, type AsyncJob } from '../job.ts';
import { pack } from '../octets.ts';
import type { RedisLink } from '../redis-link.ts';
import { troubleOf } from '../trouble.ts';
import type { Ledger } from './ledger.ts';
import { undecided } from './problems.ts';

/** Behind the requests that wait: no client waits for these. */
const PRIORITY = 1;
const LOOK_AGAIN_MS = 50;

type NewJob = {
  readonly id: string;
  /** The request that has reserved its place. */
  readonly owner: string;
  readonly traceparent?: string;
  readonly print?: string;
};

/** Puts jobs into the queue whose place the ledger has. */
export type Adding = {
  /** @throws HttpProblem where it is not there, and will not be */
  add(input: DataObject, job: NewJob): Promise<void>;
  /**
   * Takes a place back. A command without an answer may have been carried out, or be so later. Asks, on the connection
   * that it was sent on, until Redis says whether the job is there; one that is not will not be.
   */
  released(id: string, owner: string): Promise<boolean>;
};

type AddingParts = {
  readonly link: Pick<RedisLink, 'names' | 'queue' | 'slowRedis'>;
  readonly ledger: Ledger;
  readonly inTurn: LimitFunction;
};

export function createAdding(
  { JOB_KEPT_S, REQUEST_TIMEOUT_MS }: Setting<typeof tuning>['config'],
  { link, ledger, inTurn }: AddingParts,
): Adding {
  // However many there are: whether there is room for them is looked at when one is accepted.
  const retention = { removeOnComplete: { age: JOB_KEPT_S }, removeOnFail: { age: JOB_KEPT_S } };

  async function released(id: string, owner: string): Promise<boolean> {
    for (const deadline = performance.now() + REQUEST_TIMEOUT_MS; performance.now() < deadline; ) {
      const found = await ledger.release(id, owner).catch(() => undefined);
      if (found) return found === 'released';
      await sleep(LOOK_AGAIN_MS);
    }
    throw undecided();
  }
  return {
    async add(input, { id, owner, traceparent, print }) {
      try {
        const key = link.names.key('octets', id);
        const { fields, octets } = hasOctets(input)
          ? await inTurn(() => pack(link.slowRedis, input, key))
          : { fields: input, octets: undefined };
        const data: AsyncJob = defined({ item: defined({ input: fields, octets, traceparent }), print });
        await link.queue.add(ASYNC, data, { jobId: id, priority: PRIORITY, ...retention });
      } catch (error) {
        if (!(await released(id, owner))) return;
        throw troubleOf(error);
      }
    },
    released,
  };
}

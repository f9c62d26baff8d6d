import { defined } from '@cpu-bound/workload/defined';
import type { Job } from 'bullmq';
import type { AsyncResult, JobData } from '../job.ts';
import { asText } from '../octets.ts';
import type { RedisLink } from '../redis-link.ts';
import { ID } from './openapi.ts';
import { notFound } from './problems.ts';

/** What a client sees of a job. */
export type View = {
  readonly id: string;
  readonly state: string;
  readonly acceptedAt: string;
  readonly attempts: number;
  readonly finishedAt?: string;
  readonly failedReason?: string;
  readonly result?: object;
};

type StoredJob = Job<JobData, AsyncResult>;

/** Reads asynchronous jobs from Redis, and says of them what a client may see. */
export type JobReader = {
  read(id: string): Promise<StoredJob | undefined>;
  /** @throws HttpProblem 404 for a job that is not there, or has ended longer ago than it is kept */
  find(id: string): Promise<StoredJob>;
  /** Undefined where it is gone since it was read. */
  view(job: StoredJob): Promise<View | undefined>;
  /** BullMQ's state of a job, as this API calls it; undefined where it is gone. */
  stateOf(job: StoredJob): Promise<string | undefined>;
};

export function createJobReader(link: RedisLink, keptMs: number): JobReader {
  const read = (id: string): Promise<StoredJob | undefined> => link.ask(() => link.results.getJob(id));

  async function find(id: string): Promise<StoredJob> {
    const job = ID.test(id) ? await read(id) : undefined;
    // BullMQ removes what is too old when the next one ends.
    if (!job || (job.finishedOn ?? Number.POSITIVE_INFINITY) + keptMs <= Date.now()) throw notFound();
    return job;
  }

  async function view(job: StoredJob): Promise<View | undefined> {
    const state = await stateOf(job);
    if (state === undefined) return undefined;
    // It may have ended between the two questions: then it was read without what it left.
    const whole = ended.has(state) && job.finishedOn === undefined ? await read(job.id ?? '') : job;
    if (!whole) return undefined;
    const { returnvalue, finishedOn, failedReason, attemptsStarted } = whole;
    return defined({
      id: job.id ?? '',
      state,
      acceptedAt: new Date(job.timestamp).toISOString(),
      attempts: attemptsStarted,
      finishedAt: finishedOn === undefined ? undefined : new Date(finishedOn).toISOString(),
      failedReason: state === 'failed' ? failedReason : undefined,
      result: state === 'completed' && returnvalue ? await resultOf(returnvalue) : undefined,
    });
  }

  async function resultOf({ fields, octets }: AsyncResult): Promise<object> {
    if (octets === undefined) return fields;
    const { '': json, ...rest } = await link.ask(() => link.slowRedis.hgetallBuffer(octets));
    return { ...fields, ...(json && JSON.parse(json.toString())), ...asText(rest) };
  }

  async function stateOf(job: StoredJob): Promise<string | undefined> {
    const state = await link.ask(() => job.getState());
    return state === 'unknown' ? undefined : (states[state] ?? state);
  }
  return { read, find, view, stateOf };
}

const ended: ReadonlySet<string> = new Set(['completed', 'failed']);
const states: Readonly<Record<string, string>> = { prioritized: 'waiting', delayed: 'waiting' };

import type { Job } from 'bullmq';
import type { Backend } from '../backend.ts';
import type { AsyncResult, JobData } from '../job.ts';
import { asText } from '../octets.ts';
import { orTrouble } from '../trouble.ts';
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

type Stored = Job<JobData, AsyncResult>;

/** Reads asynchronous jobs from Redis, and says of them what a client may see. */
export type JobReader = {
  read(id: string): Promise<Stored | undefined>;
  /** @throws HttpProblem 404 for a job that is not there, or has ended longer ago than it is kept */
  find(id: string): Promise<Stored>;
  view(job: Stored): Promise<View>;
};

export function createJobReader(backend: Backend, keptMs: number): JobReader {
  const read = (id: string): Promise<Stored | undefined> => orTrouble(backend.results.getJob(id));

  async function find(id: string): Promise<Stored> {
    const job = ID.test(id) ? await read(id) : undefined;
    // BullMQ removes what is too old when the next one ends.
    if (!job || (job.finishedOn ?? Number.POSITIVE_INFINITY) + keptMs <= Date.now()) throw notFound();
    return job;
  }

  async function view(job: Stored): Promise<View> {
    const state = await stateOf(job);
    // It may have ended between the two questions: then it was read without what it left.
    const { returnvalue, finishedOn, failedReason, attemptsStarted } =
      ended.has(state) && job.finishedOn === undefined ? await find(job.id ?? '') : job;
    return {
      id: job.id ?? '',
      state,
      acceptedAt: new Date(job.timestamp).toISOString(),
      attempts: attemptsStarted,
      ...(finishedOn !== undefined && { finishedAt: new Date(finishedOn).toISOString() }),
      ...(state === 'failed' && { failedReason }),
      ...(state === 'completed' && returnvalue && { result: await resultOf(returnvalue) }),
    };
  }

  async function resultOf({ fields, octets }: AsyncResult): Promise<object> {
    if (octets === undefined) return fields;
    const { '': json, ...rest } = await orTrouble(backend.slowRedis.hgetallBuffer(octets));
    return { ...fields, ...(json && JSON.parse(json.toString())), ...asText(rest) };
  }
  return { read, find, view };
}

const ended: ReadonlySet<string> = new Set(['completed', 'failed']);
const states: Readonly<Record<string, string>> = { prioritized: 'waiting', delayed: 'waiting' };

/** BullMQ's state of a job, as this API calls it. */
export async function stateOf(job: Stored): Promise<string> {
  const state = await orTrouble(job.getState());
  return states[state] ?? state;
}

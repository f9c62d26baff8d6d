import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, JsonObject, Output } from '@cpu-bound/workload';
import { TRACE } from '@cpu-bound/workload/poisoned';
import { Pool } from 'undici';
import { isRight, type KnownWorkload } from '../../own/known.ts';
import { monotonicMs, pace } from '../open/pacer.ts';
import { schedule } from '../open/spec.ts';
import { isRefusal } from '../verifier.ts';
import type { CollectResult, CollectSpec, SentJob, SubmitResult, SubmitSpec } from './spec.ts';

/** A load at a steady rate has at most this many requests under way. */
const STEADY_CONNECTIONS = 64;
const ACCEPT_WITHIN_MS = 10_000;

/** Sends jobs, and records the id under which each was accepted. */
export async function submit({
  origin,
  query,
  body,
  bodyType,
  name,
  seed,
  pace: asked,
}: SubmitSpec): Promise<SubmitResult> {
  const isBurst = 'count' in asked;
  const pool = new Pool(origin, {
    connections: isBurst ? asked.connections : STEADY_CONNECTIONS,
    pipelining: 1,
    headersTimeout: ACCEPT_WITHIN_MS,
  });
  const jobs: SentJob[] = [];
  const send = async (index: number, since: number): Promise<void> => {
    const trace = `${name}-${index}`;
    const path = `/jobs?${new URLSearchParams({ ...query, [TRACE]: trace })}`;
    const headers = body && bodyType ? { 'content-type': bodyType } : {};
    const end = await pool.request({ path, method: 'POST', headers, body: body ?? null }).then(
      async ({ statusCode, body: answer }) => {
        const text = await answer.text();
        if (statusCode === 202)
          return { outcome: 'accepted', id: (JSON.parse(text) as { id: string }).id } as const;
        return { outcome: isRefusal(statusCode) ? 'refused' : 'failed' } as const;
      },
      () => ({ outcome: 'failed' }) as const,
    );
    jobs[index] = { trace, ...end, acceptMs: monotonicMs() - since };
  };
  const began = monotonicMs();
  if (isBurst) {
    let next = 0;
    const client = async () => {
      while (next < asked.count) await send(next++, monotonicMs());
    };
    await Promise.all(Array.from({ length: asked.connections }, client));
  } else {
    const due = schedule('poisson', asked.perSecond, asked.seconds, seed);
    const under: Promise<void>[] = [];
    await pace(due, began, (index) => under.push(send(index, began + (due[index] ?? 0))));
    await Promise.all(under);
  }
  const tookMs = monotonicMs() - began;
  await pool.destroy();
  return { jobs, tookMs };
}

/** The bench polls seldom, on few connections, because the workers need the machine. */
const CONNECTIONS = 4;
const PAUSE_MS = 150;
/** A request without an answer is sent again. */
const ANSWER_WITHIN_MS = 3_000;

type View = { state: string; acceptedAt: string; finishedAt?: string; computeMs?: number; result?: Json };
type End = CollectResult['ends'][number];

/** Polls jobs until each has ended; a job that is not done in time is lost. */
export async function collect(
  { origin, ids, query, withinMs }: CollectSpec,
  workload: KnownWorkload,
): Promise<CollectResult> {
  const pool = new Pool(origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: ANSWER_WITHIN_MS,
  });
  const deadline = performance.now() + withinMs;
  const ends: End[] = [];

  /** Polls one job. @returns undefined while it is not done, or the service cannot answer */
  async function readEnd(id: string): Promise<End | undefined> {
    const { statusCode, body } = await pool.request({ path: `/jobs/${id}`, method: 'GET' });
    const text = await body.text();
    if (statusCode === 404 || statusCode === 410) return 'lost';
    if (statusCode !== 200) return undefined;
    const { state, acceptedAt, finishedAt, computeMs, result } = JSON.parse(text) as View;
    if (state === 'failed') return 'lost';
    if (state !== 'completed' || result === undefined || !finishedAt) return undefined;
    const right = await isRight(
      workload,
      query,
      outputOf(computeMs === undefined ? olderResult(result) : result),
    );
    return { ageMs: Date.parse(finishedAt) - Date.parse(acceptedAt), right };
  }
  const end = async (index: number): Promise<boolean> => {
    const read = await readEnd(ids[index] ?? '').catch(() => undefined); // the service is being restarted
    if (read) ends[index] = read;
    return read !== undefined;
  };
  // Jobs are done roughly in their order, so the end of the last one shows when to ask for the others.
  while (ids.length > 0 && !(await end(ids.length - 1)) && performance.now() < deadline)
    await sleep(PAUSE_MS);
  let open = ids.map((_, index) => index);
  for (;;) {
    const unfinished: number[] = [];
    const queue = open.values();
    const client = async () => {
      for (const index of queue) if (!ends[index] && !(await end(index))) unfinished.push(index);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, client));
    open = unfinished;
    if (open.length === 0 || performance.now() > deadline) break;
    await sleep(PAUSE_MS);
  }
  for (const index of open) ends[index] = 'lost';
  await pool.destroy();
  return { ends };
}

/** Decodes the field that is the body of an answer, which is base64 in a job's result. */
const outputOf = (result: Json): Output =>
  isObject(result) && typeof result.octets === 'string'
    ? { ...result, octets: Buffer.from(result.octets, 'base64') }
    : result;

/** Returns a result without the time and the worker that were among its fields before they stood beside it. */
function olderResult(result: Json): Json {
  if (!isObject(result)) return result;
  const { computeMs: _time, worker: _worker, ...output } = result;
  return output;
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

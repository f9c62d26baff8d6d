import { TRACE } from '@cpu-bound/workload/poisoned';
import { Pool } from 'undici';
import { monotonicMs } from '../open/clock.ts';
import { pace } from '../open/pacer.ts';
import { schedule } from '../open/schedule.ts';
import type { SentJob, SubmitResult, SubmitSpec } from './spec.ts';

/** A load at a steady rate has at most this many requests under way. */
const STEADY_CONNECTIONS = 64;
const ANSWER_WITHIN_MS = 10_000;

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
    headersTimeout: ANSWER_WITHIN_MS,
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
        return { outcome: statusCode === 503 ? 'refused' : 'failed' } as const;
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

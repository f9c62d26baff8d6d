import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  endContestant,
  holdTask,
  json,
  type Started,
  send,
  startContestant,
  until,
} from '@cpu-bound/conformance';
import { NO_REDIS, ownRedis } from './own-redis.ts';

const WORKLOAD = join(import.meta.dirname, '../../conformance/fixtures/trouble.ts');
/** Many times the second that a refusal takes, and less than two of the rounds that a command may hang for. */
const REFUSED_WITHIN_MS = 5_000;

const redis = await ownRedis();

describe('a Redis that hangs', { skip: redis ? false : NO_REDIS }, () => {
  if (!redis) return;
  let service: Started;
  before(async () => {
    service = await startContestant(join(import.meta.dirname, '..'), {
      REDIS_URL: redis.url,
      WORKLOAD,
      WORKERS: '1',
      LOG_LEVEL: 'error',
    });
  });
  after(async () => {
    await endContestant(service);
    await redis.end();
  });

  /** Asks at a moment when Redis has just begun to hang, and has it hang until all is answered, or for the time limit. */
  async function whileItHangs(ask: () => Promise<number>[]): Promise<(number | 'none')[]> {
    const over = AbortSignal.timeout(REFUSED_WITHIN_MS);
    redis?.pause();
    try {
      const late = new Promise<'none'>((resolve) =>
        over.addEventListener('abort', () => resolve('none'), { once: true }),
      );
      return await Promise.all(ask().map((answer) => Promise.race([answer, late])));
    } finally {
      redis?.resume();
      await until(
        async () => (await send(service.origin, '/readyz')).status === 200,
        () => 'it did not get ready again',
      );
    }
  }
  const statusOf = async (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    (await send(service.origin, path, method, headers)).status;
  const all = (count: number) => Array.from({ length: count }, () => 503);

  it('has a whole backlog refused at once, and not in rounds', async () => {
    const count = 60;
    const path = '/primes?upTo=10&blockMs=100';
    const statuses = await whileItHangs(() => Array.from({ length: count }, () => statusOf(path)));
    assert.deepEqual(statuses, all(count));
  });

  it('has whoever asks for a job, cancels it, waits for it or brings one refused, before and after it is seen', async () => {
    const { id } = json(await send(service.origin, '/jobs?upTo=10&blockMs=500', 'POST'));
    const ways = [
      () => statusOf(`/jobs/${id}`),
      () => statusOf(`/jobs/${id}`, 'GET', { Prefer: 'wait=20' }),
      () => statusOf(`/jobs/${id}`, 'DELETE'),
      () => statusOf('/jobs?upTo=10', 'POST'),
    ];
    const seen = async () => {
      while ((await statusOf('/readyz')) === 200) await sleep(25);
    };
    const statuses = await whileItHangs(() => {
      const isSeen = seen();
      return [...ways.map((way) => way()), ...ways.map((way) => isSeen.then(way))];
    });
    assert.deepEqual(statuses, all(8));
  });

  it('has whoever waits for the job that it brought told that it is accepted', async () => {
    const held = holdTask();
    const path = `/jobs?${held.query}`;
    const key = { 'Idempotency-Key': 'brought' };
    const waiting = send(service.origin, path, 'POST', { ...key, Prefer: 'wait=20' });
    const stored = await send(service.origin, path, 'POST', key);
    assert.deepEqual(await whileItHangs(() => [waiting.then(({ status }) => status)]), [202]);
    const { body, headers } = await waiting;
    assert.equal(headers.location, stored.headers.location);
    assert.equal(JSON.parse(body).id, json(stored).id);
    held.release();
  });

  it('ends one that waits for a job already', async () => {
    const held = holdTask();
    const { id } = json(await send(service.origin, `/jobs?${held.query}`, 'POST'));
    const waiting = statusOf(`/jobs/${id}`, 'GET', { Prefer: 'wait=20' });
    await sleep(200);
    assert.deepEqual(await whileItHangs(() => [waiting]), [503]);
    held.release();
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { primes, type Workload } from '@cpu-bound/workload';
import { v7 } from 'uuid';
import { z } from 'zod';
import { queueNameOf, tuning } from '../src/config.ts';
import { hasExpired, KEPT_S } from '../src/job-id.ts';

const read = (env: Record<string, string>) => z.object(tuning).safeParse(env);

it('takes a Redis by its URL, with the password apart from it', () => {
  const REDIS_URL = 'rediss://cache.internal:6380/1';
  const parsed = read({ REDIS_URL, REDIS_PASSWORD: 'a@b/c' });
  assert.deepEqual([parsed.data?.REDIS_URL, parsed.data?.REDIS_PASSWORD], [REDIS_URL, 'a@b/c']);
});

it('refuses what is no Redis and no name of a queue, each with its reason', () => {
  const { error } = read({ REDIS_URL: 'http://127.0.0.1', QUEUE_NAME: 'a queue' });
  assert.deepEqual(
    error?.issues.map(({ message }) => message),
    ['must be a redis:// or rediss:// URL', 'must be 1 to 64 letters, digits, dashes or underscores'],
  );
});

it('gives every workload a queue of its own', () => {
  const config = { QUEUE_NAME: 'compute' };
  const name = queueNameOf(config, primes as unknown as Workload);
  assert.match(name, /^compute-primes-v\d+$/);
  assert.notEqual(name, queueNameOf(config, { ...primes, name: 'hash' } as unknown as Workload));
});

it('knows from its id that a job of ours is too old to be kept, and of no other', () => {
  const now = Date.now();
  const madeBefore = (seconds: number) => `job-${v7({ msecs: now - seconds * 1_000 })}`;
  assert.equal(hasExpired(madeBefore(KEPT_S + 1), now), true);
  assert.equal(hasExpired(madeBefore(KEPT_S - 1), now), false);
  for (const id of ['job-mine', 'job-', `job-${crypto.randomUUID()}`])
    assert.equal(hasExpired(id, now), false);
});

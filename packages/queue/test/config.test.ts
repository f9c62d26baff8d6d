import assert from 'node:assert/strict';
import { it } from 'node:test';
import { primes, type Workload } from '@cpu-bound/workload';
import { z } from 'zod';
import { namesOf, queueNameOf, tuning } from '../src/config.ts';

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

it('names every key below the prefix and the queue, and what belongs to a job by its id', () => {
  const config = { QUEUE_NAME: 'compute', REDIS_PREFIX: 'team' };
  const { queue, key } = namesOf(config, primes as unknown as Workload);
  assert.deepEqual([key('pulse'), key('result', 'id')], [`team:${queue}:pulse`, `team:${queue}:result:id`]);
});

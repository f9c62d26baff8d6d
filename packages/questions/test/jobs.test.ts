import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contestant } from '@cpu-bound/measure/test/contestant';
import { config } from '@cpu-bound/study/test/config';
import { jobs } from '../src/questions/jobs.ts';
import { asQuestion } from '../src/questions.ts';

const { plan, leftOut } = asQuestion(jobs);
const onRedis = { ...contestant('queue'), jobs: true as const, needs: ['redis' as const] };
const onPostgres = { ...contestant('pg'), jobs: true as const, needs: ['postgres' as const] };
const contestants = [contestant('single'), onRedis, onPostgres];
const startsOf = (changes: Parameters<typeof config>[0]) =>
  plan(config({ contestants, profileName: 'thorough', ...changes })).starts ?? [];

describe('the question about accepted jobs', () => {
  it('asks a queue on Redis for each way of persisting jobs, and one on PostgreSQL for its own', () => {
    const starts = startsOf({});
    assert.deepEqual(
      starts.map(({ contestant: id, changes }) => [id, changes?.persistence]),
      [
        ['queue', 'off'],
        ['queue', 'everysec'],
        ['queue', 'always'],
        ['pg', undefined],
      ],
    );
    const [ofPostgres] = starts.slice(-1);
    assert.deepEqual(
      ofPostgres?.windows.map(({ id, condition }) => [id, condition.setting.persistence]),
      [
        ['jobs-steady-commit', 'commit'],
        ['jobs-burst-commit', 'commit'],
        ['jobs-all-restarted-commit', 'commit'],
      ],
    );
  });

  it('names the store of a queue that needs neither Redis nor PostgreSQL as its own', () => {
    const [start] = startsOf({ contestants: [{ ...contestant('files'), jobs: true as const }] });
    assert.equal(start?.changes?.persistence, undefined);
    const ids = ['jobs-steady-own', 'jobs-burst-own', 'jobs-all-restarted-own'];
    const cases = start?.windows.map(({ id, condition }) => [
      id,
      jobs.named(condition, []).split('; ').at(-1),
    ]);
    assert.deepEqual(
      cases,
      ids.map((id) => [id, 'its own store']),
    );
  });

  it('asks a queue on PostgreSQL if the bench can start no other Redis, and gives the reason for the others', () => {
    const given = config({ contestants, profileName: 'thorough', ownRedis: false });
    const ids = startsOf({ ownRedis: false }).map(({ contestant: id }) => id);
    assert.deepEqual(ids, ['pg']);
    assert.deepEqual(
      (leftOut?.(given) ?? []).map(({ contestant: id, reason }) => [id, reason.split(':')[0]?.slice(0, 22)]),
      [
        ['single', 'it has no job API'],
        ['queue', 'the bench neither kill'],
      ],
    );
  });
});

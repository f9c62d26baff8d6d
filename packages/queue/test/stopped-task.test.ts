import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  endContestant,
  holdTask,
  json,
  metric,
  pendingRequests,
  send,
  startContestant,
  until,
} from '@cpu-bound/conformance';

const env = {
  WORKLOAD: join(import.meta.dirname, '../../conformance/fixtures/trouble.ts'),
  WORKERS: '1',
  JOB_LOCK_MS: '30000', // however late its worker renews it
  LOG_LEVEL: 'info',
};

const untilPending = (origin: string, count: number) =>
  until(
    async () => (await pendingRequests(origin)) === count,
    () => `no ${count} requests have a place`,
  );

describe('a task that takes its thread along', () => {
  for (const [trouble, status, reason] of [
    ['endless', 504, 'the task was stopped after 3000 ms'],
    ['hoards', 500, 'out of memory'],
  ] as const) {
    it(`${trouble}: fails alone and once, and the others of its job are answered by the same process`, async () => {
      const service = await startContestant(join(import.meta.dirname, '..'), {
        ...env,
        TASK_TIMEOUT_MS: trouble === 'endless' ? '3000' : '60000',
        WORKER_HEAP_MB: '32',
      });
      const ask = (query: string) => send(service.origin, `/primes?${query}`);
      try {
        const before = json(await ask('upTo=1000')).worker.pid;
        // While the worker is busy with one, the others wait and share jobs.
        const held = holdTask();
        const busy = ask(held.query);
        await untilPending(service.origin, 1);
        const crowd = Array.from({ length: 24 }, (_, index) =>
          ask(index === 11 ? `upTo=10&trouble=${trouble}` : 'upTo=1000'),
        );
        await untilPending(service.origin, 1 + crowd.length);
        held.release();
        for (const [index, reply] of (await Promise.all(crowd)).entries()) {
          assert.equal(
            reply.status,
            index === 11 ? status : 200,
            `${index}: ${reply.body}\n${service.output()}`,
          );
          if (index !== 11) assert.equal(json(reply).worker.pid, before);
        }
        assert.equal((await busy).status, 200);
        const told = service.output().match(/a task took its thread along/g);
        assert.equal(told?.length, 1, service.output());
        assert.match(service.output(), new RegExp(reason));
        const { body } = await send(service.origin, '/metrics');
        assert.equal(metric(body, /^queue_jobs_retaken_total /), 0);
      } finally {
        await endContestant(service);
      }
    });
  }
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  computedTasks,
  endContestant,
  freePort,
  json,
  send,
  startContestant,
  until,
} from '@cpu-bound/conformance';
import { startWorker } from './own-process.ts';

const folder = join(import.meta.dirname, '..');
const WORKLOAD = join(folder, '../conformance/fixtures/trouble.ts');
const queue = () => ({ QUEUE_NAME: `apart-${crypto.randomUUID()}` });
/** An API process whose workers are others. */
const startApi = (env: Record<string, string>) => startContestant(folder, { ...env, WORKERS: '0' });

describe('a worker that runs by itself', () => {
  it('says that it is alive and takes jobs, and counts them, where it is given a port', async () => {
    const env = { ...queue(), WORKLOAD };
    const WORKER_PORT = `${await freePort()}`;
    const worker = await startWorker({ ...env, WORKER_PORT });
    const api = await startApi({ ...env, LOG_LEVEL: 'silent' });
    try {
      const origin = `http://127.0.0.1:${WORKER_PORT}`;
      assert.deepEqual(
        (await Promise.all([send(origin, '/healthz'), send(origin, '/readyz')])).map(({ status }) => status),
        [200, 200],
      );
      for (const trouble of ['none', 'throws'])
        await send(api.origin, `/jobs?upTo=10&trouble=${trouble}`, 'POST', { Prefer: 'wait=20' });
      const { headers, body } = await send(origin, '/metrics');
      assert.match(String(headers['content-type']), /^text\/plain/);
      assert.match(body, /^queue_worker_jobs_total\{state="failed"\} 1$/m);
      assert.match(body, /^process_cpu_seconds_total/m);
      assert.equal((await send(origin, '/elsewhere')).status, 404);
    } finally {
      await endContestant(api);
      await worker.end();
    }
  });

  it('listens nowhere else, so that several run on one host', async () => {
    const env = queue();
    const workers = await Promise.all([startWorker(env), startWorker(env)]);
    try {
      for (const worker of workers) assert.doesNotMatch(worker.output(), /health and metrics/);
    } finally {
      await Promise.all(workers.map((worker) => worker.end()));
    }
  });

  it('names the trace of a job that failed in its log, and of a task that was stopped', async () => {
    const env = {
      ...queue(),
      WORKLOAD,
      TASK_TIMEOUT_MS: '1000',
      LOG_LEVEL: 'warn',
    };
    const worker = await startWorker({ ...env, LOG_LEVEL: 'info' });
    const api = await startApi(env);
    try {
      const trace = (digit: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;
      const post = (trouble: string, traceparent: string) =>
        send(api.origin, `/jobs?upTo=10&trouble=${trouble}`, 'POST', { traceparent, Prefer: 'wait=20' });
      assert.equal(json(await post('throws', trace('a'))).state, 'failed');
      assert.equal(json(await post('endless', trace('b'))).state, 'failed');
      const untilLine = (words: string, digit: string) =>
        until(
          () =>
            worker
              .output()
              .split('\n')
              .some((line) => line.includes(words) && line.includes(trace(digit))),
          () => worker.output(),
        );
      await untilLine('a job failed', 'a');
      await untilLine('a task took its thread along', 'b');
    } finally {
      await endContestant(api);
      await worker.end();
    }
  });
});

describe('a worker whose clock is wrong', { concurrency: true }, () => {
  for (const ahead of [-120_000, 120_000]) {
    it(`computes what is asked of it though its clock is ${ahead / 1_000} s ahead of the API's`, async () => {
      const env = { ...queue(), WORKLOAD, CLOCK_AHEAD_MS: `${ahead}`, REQUEST_TIMEOUT_MS: '5000' };
      const clock = join(import.meta.dirname, 'fixtures/shifted-clock.mjs');
      const worker = await startWorker({ ...env, LOG_LEVEL: 'debug' }, ['--import', clock]);
      const api = await startApi(env);
      try {
        for (let index = 0; index < 5; index++)
          assert.equal((await send(api.origin, '/primes?upTo=1000')).status, 200);
        // Its log arrives after its answers.
        await until(
          () => computedTasks(worker) === 5,
          () => worker.output(),
        );
        // One that nobody waits for any more is not computed, either.
        const long = send(api.origin, '/primes?upTo=10&blockMs=500');
        await sleep(50);
        process.kill(worker.child.pid ?? 0, 'SIGSTOP');
        const late = await Promise.all(Array.from({ length: 3 }, () => send(api.origin, '/primes?upTo=500')));
        await sleep(200); // their deadlines are over on every clock: these agree to half a round trip
        process.kill(worker.child.pid ?? 0, 'SIGCONT');
        for (const { status, body } of late) assert.equal(status, 504, `${body}\n${api.output()}`);
        await long;
        assert.equal((await send(api.origin, '/primes?upTo=1000')).status, 200);
        const since = computedTasks(worker) - 5;
        assert.ok(since <= 2, `${since} were computed: ${worker.output()}`);
      } finally {
        await endContestant(api);
        await worker.end();
      }
    });
  }
});

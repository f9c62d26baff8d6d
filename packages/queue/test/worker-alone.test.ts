import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { freePort, send, startForTest, TROUBLE, until } from '@cpu-bound/conformance';
import { startWorker } from './own-process.ts';

const folder = join(import.meta.dirname, '..');
const queue = () => ({ QUEUE_NAME: `apart-${crypto.randomUUID()}` });
/** Starts an API process without workers. */
const startApi = (t: TestContext, env: Record<string, string>) =>
  startForTest(t, folder, { ...env, WORKERS: '0' });

describe('a worker that runs by itself', () => {
  it('serves its health and the counts of its jobs on WORKER_PORT', async (t) => {
    const env = { ...queue(), WORKLOAD: TROUBLE };
    const WORKER_PORT = `${await freePort()}`;
    await startWorker(t, { ...env, WORKER_PORT });
    const api = await startApi(t, { ...env, LOG_LEVEL: 'silent' });
    const origin = `http://127.0.0.1:${WORKER_PORT}`;
    assert.deepEqual(
      (await Promise.all([send(origin, '/healthz'), send(origin, '/readyz')])).map(({ status }) => status),
      [200, 200],
    );
    for (const trouble of ['none', 'throws'])
      await send(api.origin, `/jobs?upTo=10&trouble=${trouble}`, 'POST');
    let { headers, body } = await send(origin, '/metrics');
    await until(
      async () => {
        ({ headers, body } = await send(origin, '/metrics'));
        return /^queue_worker_jobs_total\{state="failed"\} 1$/m.test(body);
      },
      () => body,
    );
    assert.match(String(headers['content-type']), /^text\/plain/);
    assert.match(body, /^process_cpu_seconds_total/m);
    assert.equal((await send(origin, '/elsewhere')).status, 404);
  });

  it('listens on no other port, so that several run on one host', async (t) => {
    const env = queue();
    const workers = await Promise.all([startWorker(t, env), startWorker(t, env)]);
    for (const worker of workers) assert.doesNotMatch(worker.output(), /health and metrics/);
  });

  it('logs the traces of a failed job and of a stopped task', async (t) => {
    const env = {
      ...queue(),
      WORKLOAD: TROUBLE,
      TASK_TIMEOUT_MS: '1000',
      LOG_LEVEL: 'warn',
    };
    const worker = await startWorker(t, { ...env, LOG_LEVEL: 'info' });
    const api = await startApi(t, env);
    const trace = (digit: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;
    const post = (trouble: string, traceparent: string) =>
      send(api.origin, `/jobs?upTo=10&trouble=${trouble}`, 'POST', { traceparent });
    await post('throws', trace('a'));
    await post('endless', trace('b'));
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
    await untilLine('stopped after 1000 ms', 'b');
  });
});

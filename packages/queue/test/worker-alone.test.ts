import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { freePort, send, startForTest, TROUBLE, until } from '@cpu-bound/conformance';
import { spawnSync } from '@cpu-bound/workload/test/child-process';
import { startWorker } from './own-process.ts';

const folder = join(import.meta.dirname, '..');
const queue = () => ({ QUEUE_NAME: `apart-${crypto.randomUUID()}` });
/** Starts an API process without workers. */
const startApi = (t: TestContext, env: Record<string, string>) =>
  startForTest(t, folder, { ...env, WORKERS: '0' });

describe('a worker that runs by itself', () => {
  it('serves its health and the counts of its jobs on WORKER_PORT, and logs the trace of each that failed', async (t) => {
    const env = { ...queue(), WORKLOAD: TROUBLE, TASK_TIMEOUT_MS: '1000' };
    const WORKER_PORT = `${await freePort()}`;
    const worker = await startWorker(t, { ...env, WORKER_PORT });
    const api = await startApi(t, { ...env, LOG_LEVEL: 'silent' });
    const origin = `http://127.0.0.1:${WORKER_PORT}`;
    assert.deepEqual(
      (await Promise.all([send(origin, '/healthz'), send(origin, '/readyz')])).map(({ status }) => status),
      [200, 200],
    );
    const trace = (trouble: string) =>
      `00-${Buffer.from(trouble.padEnd(16)).toString('hex')}-${'a'.repeat(16)}-01`;
    for (const trouble of ['none', 'throws', 'endless'])
      await send(api.origin, `/jobs?upTo=10&trouble=${trouble}`, 'POST', { traceparent: trace(trouble) });
    let { headers, body } = await send(origin, '/metrics');
    await until(
      async () => {
        ({ headers, body } = await send(origin, '/metrics'));
        return /^queue_worker_jobs_total\{state="failed"\} 2$/m.test(body);
      },
      () => body,
    );
    assert.match(String(headers['content-type']), /^text\/plain/);
    assert.match(body, /^process_cpu_seconds_total/m);
    assert.equal((await send(origin, '/elsewhere')).status, 404);
    for (const [words, trouble] of [
      ['a job failed', 'throws'],
      ['stopped after 1000 ms', 'endless'],
    ] as const)
      await until(
        () =>
          worker
            .output()
            .split('\n')
            .some((line) => line.includes(words) && line.includes(trace(trouble))),
        () => worker.output(),
      );
  });

  it('listens on no other port, so that several run on one host', async (t) => {
    const env = queue();
    const workers = await Promise.all([startWorker(t, env), startWorker(t, env)]);
    for (const worker of workers) assert.doesNotMatch(worker.output(), /health and metrics/);
  });
});

/** Prints the loaded modules when the process ends. */
const preload = `data:text/javascript,${encodeURIComponent(
  "import m from 'node:module'; process.on('exit', () => console.log(Object.keys(m._cache).join('\\n')));",
)}`;

it('starts a worker without express and prom-client', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', preload, 'src/worker.ts'], {
    cwd: folder,
    env: { WORKLOAD: './nowhere.ts' }, // the process ends once all modules are loaded
    encoding: 'utf8',
  });
  assert.match(stderr, /workload \.\/nowhere\.ts: does not load/);
  assert.match(stdout, /node_modules\/bullmq\//);
  assert.doesNotMatch(stdout, /node_modules\/(express|prom-client)\//);
});

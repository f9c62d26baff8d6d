import assert from 'node:assert/strict';
import { it } from 'node:test';
import { localService } from '@cpu-bound/measure/host/service';
import { contestant } from '@cpu-bound/measure/test/contestant';
import { realPorts } from '../../src/run/ports.ts';
import { fakeRun } from '../fixtures/fake-run.ts';

const { context } = fakeRun(['single']);

it('a Redis of the bench that somebody has ended is started again before the next trial', async () => {
  let restarts = 0;
  const own = {
    restart: async () => void restarts++,
    another: () => Promise.reject(new Error('there is none')),
  };
  const redis = {
    url: 'redis://127.0.0.1:1',
    source: '',
    version: '',
    checks: [],
    own,
    stop: async () => {},
  };
  await realPorts({ ...context, redis }).emptyRedis();
  assert.equal(restarts, 1);
});

/** A service that is ready at once, and refuses its first three requests. */
const soonReady = `
  process.once('SIGTERM', () => process.exit());
  const answers = { refused: 0, right: 0, firstAtMs: 0 };
  require('node:http').createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    if (pathname === '/readyz') return response.end();
    if (pathname === '/answers') return response.end(JSON.stringify(answers));
    if (answers.refused < 3) return response.writeHead(503).end(void answers.refused++);
    const upTo = Number(searchParams.get('upTo'));
    let count = 0, largest = 0;
    for (let n = 2; n <= upTo; n++) {
      let divisor = 2;
      while (divisor * divisor <= n && n % divisor) divisor++;
      if (divisor * divisor > n) [count, largest] = [count + 1, n];
    }
    if (answers.right++ === 0) answers.firstAtMs = performance.now();
    response.setHeader('server-timing', 'task;dur=1, worker;desc="1/0"');
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ upTo, count, largest }));
  }).listen(process.env.PORT, '127.0.0.1');`;
type Answers = { readonly refused: number; readonly right: number; readonly firstAtMs: number };

it('the start-up of a service that is ready before it can answer ends with its first right answer', async () => {
  const program = {
    ...contestant('soon-ready'),
    folder: import.meta.dirname,
    command: ['node', '-e', soonReady] as const,
  };
  const ports = realPorts(context);
  const service = localService(await ports.start(program, {}));
  const response = await fetch(`${service.origin}/answers`, { headers: { Connection: 'close' } });
  const { refused, right, firstAtMs } = (await response.json()) as Answers;
  await ports.verify(service.origin, context.config.headline); // its answers are right
  assert.deepEqual(await service.stop(), []);
  assert.deepEqual([refused, right], [3, 1]);
  assert.ok(service.startUpMs >= firstAtMs); // its own clock begins after it was spawned
});

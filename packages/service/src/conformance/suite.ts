import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { endContestant, type Started, spawnContestant, startContestant } from './contestant.ts';
import { queryProperties } from './query-properties.ts';
import { json, type Reply, send } from './requests.ts';
import { isSoak } from './soak.ts';
import { waitingWork } from './waiting.ts';
import { annoy, exchangeBytes } from './wire.ts';

/** π(n), from the literature: independent of the kernel and of the oracle. */
const reference = [
  [10, 4, 7],
  [1_000, 168, 997],
  [10_000, 1_229, 9_973],
  [100_000, 9_592, 99_991],
  [200_000, 17_984, 199_999],
  [500_000, 41_538, 499_979],
  [1_000_000, 78_498, 999_983],
] as const;

/** Connections that ask for nothing sensible. */
const CROWD = isSoak ? 10_000 : 500;
/** About 50 ms of work: long enough for a backlog. */
const SLOW = '/primes?upTo=1000000';

export type ConformanceOptions = {
  /** Whether the event loop is free while work is done, so that the service can refuse. */
  readonly canRefuse: boolean;
};

function assertProblem(reply: Reply, status: number): Record<string, unknown> {
  assert.equal(reply.status, status, reply.body);
  assert.match(String(reply.headers['content-type']), /^application\/problem\+json/);
  const problem = json(reply);
  assert.equal(problem.status, status);
  assert.ok(problem.type && problem.title && problem.detail, 'type, title and detail are there');
  assert.doesNotMatch(reply.body, /node_modules|\.ts:\d/, 'no stack trace leaves the service');
  return problem;
}

const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** The HTTP contract as tests of a started contestant: every strategy passes the same ones. */
export function conformance(folder: string, options: ConformanceOptions): void {
  describe('the HTTP contract', () => {
    let service: Started;
    before(async () => {
      service = await startContestant(folder);
    });
    after(() => endContestant(service));
    answers(() => service.origin);
    refusals(() => service.origin);
    queryProperties(() => service.origin);
    limits(() => service.origin);
    lightRoutes(() => service.origin);
    metrics(() => service.origin);
  });
  describe('backpressure', () => backpressure(folder, options));
  if (options.canRefuse) describe('work that waits', () => waitingWork(folder, assertProblem));
  describe('traces', () => traces(folder));
  describe('the life of the process', () => lifecycle(folder));
}

function answers(origin: () => string): void {
  for (const [upTo, count, largest] of reference) {
    it(`counts ${count} primes up to ${upTo}`, async () => {
      const reply = await send(origin(), `/primes?upTo=${upTo}`);
      assert.equal(reply.status, 200, reply.body);
      const { computeMs, worker, ...output } = json(reply);
      assert.deepEqual(output, { upTo, count, largest });
      assert.ok(computeMs >= 0);
      assert.ok(Number.isInteger(worker.pid) && Number.isInteger(worker.threadId));
    });
  }
  it('lists the primes where asked to', async () => {
    assert.deepEqual(
      json(await send(origin(), '/primes?upTo=20&list=true')).primes,
      [2, 3, 5, 7, 11, 13, 17, 19],
    );
  });
  it('answers many at once, each rightly', async () => {
    const inputs = Array.from({ length: 60 }, (_, index) => reference[index % 5] ?? reference[0]);
    const replies = await Promise.all(inputs.map(([upTo]) => send(origin(), `/primes?upTo=${upTo}`)));
    assert.deepEqual(
      replies.map((reply) => json(reply).count),
      inputs.map(([, count]) => count),
    );
  });
}

function refusals(origin: () => string): void {
  const range = 'an integer from 1 to 10000000';
  const bad: [string, string, string][] = [
    ['/primes', 'upTo', range],
    ['/primes?upTo=', 'upTo', range],
    ['/primes?upTo=0', 'upTo', range],
    ['/primes?upTo=10000001', 'upTo', range],
    ['/primes?upTo=1e5', 'upTo', range],
    ['/primes?upTo=-5', 'upTo', range],
    ['/primes?upTo=10&upTo=20', 'upTo', 'one value'],
    ['/primes?upTo[a]=10', 'upTo[a]', 'upTo, list'],
    ['/primes?upTo=10&list=maybe', 'list', 'true or false'],
    ['/primes?upto=10', 'upto', 'upTo, list'],
  ];
  for (const [path, parameter, accepted] of bad) {
    it(`refuses ${path}, naming ${parameter} and what it accepts`, async () => {
      const problem = assertProblem(await send(origin(), path), 400);
      assert.equal(problem.parameter, parameter);
      assert.equal(problem.accepted, accepted);
    });
  }
  it('answers 404 to a route that is not there', async () => {
    assertProblem(await send(origin(), '/nothing'), 404);
  });
  it('answers 405 to a wrong method, saying which is right', async () => {
    const reply = await send(origin(), '/primes?upTo=10', 'POST');
    assertProblem(reply, 405);
    assert.match(String(reply.headers.allow), /GET/);
  });
  it('answers a broken escape with a client error', async () => {
    const { status } = await send(origin(), '/%E0%A4%A');
    assert.ok(status === 400 || status === 404, `status ${status}`);
  });
}

function limits(origin: () => string): void {
  it('answers 414 to a URL that is too long, and a client error to one that is longer than a header may be', async () => {
    assertProblem(await send(origin(), `/primes?upTo=${'1'.repeat(3_000)}`), 414);
    const { status } = await send(origin(), `/primes?upTo=${'1'.repeat(20_000)}`);
    assert.equal(status, 431);
  });
  it('answers 413 to a body, and does not take it for a request', async () => {
    const smuggled = 'GET /hello HTTP/1.1\r\nHost: x\r\n\r\n';
    const reply = await exchangeBytes(
      origin(),
      `GET /primes?upTo=10 HTTP/1.1\r\nHost: x\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    );
    assert.match(reply, /^HTTP\/1\.1 413 /);
    assert.equal(reply.match(/^HTTP\/1\.1 /gm)?.length, 1, reply);
  });
  it('answers bytes that are no HTTP with a client error, and serves on', async () => {
    assert.match(await exchangeBytes(origin(), '\0\u0001 no HTTP\r\n\r\n'), /^HTTP\/1\.1 4\d\d /);
    assert.equal((await send(origin(), '/hello')).status, 200);
  });
  it(`answers /readyz while ${CROWD} connections are slow or senseless`, async () => {
    const crowd = await annoy(origin(), CROWD);
    try {
      for (let look = 0; look < 5; look++) assert.equal((await send(origin(), '/readyz')).status, 200);
    } finally {
      crowd.close();
    }
  });
}

/** The value of a metric's series whose labels match, summed. */
function metric(text: string, series: RegExp): number {
  const lines = text.split('\n').filter((line) => series.test(line));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

function metrics(origin: () => string): void {
  it('counts every request once in /metrics, whichever process answered', async () => {
    const text = async () => (await send(origin(), '/metrics')).body;
    const series = /^http_requests_total\{route="\/primes",status="200"\}/;
    const before = metric(await text(), series);
    await Promise.all(Array.from({ length: 30 }, () => send(origin(), '/primes?upTo=1000')));
    assert.equal(metric(await text(), series) - before, 30);
  });
  it('gives latency, pending requests and the state of the event loop to Prometheus', async () => {
    const { body, headers } = await send(origin(), '/metrics');
    assert.match(String(headers['content-type']), /^text\/plain/);
    for (const name of [
      'http_request_duration_seconds_bucket',
      'requests_pending',
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_eventloop_utilization',
    ])
      assert.match(body, new RegExp(`^${name}[ {]`, 'm'), name);
  });
  it('makes no series of paths that clients think up', async () => {
    await send(origin(), '/think/up');
    assert.doesNotMatch((await send(origin(), '/metrics')).body, /think/);
  });
}

function traces(folder: string): void {
  it('hands a valid traceparent on to whoever computes, and drops a senseless one', async () => {
    const service = await startContestant(folder, { LOG_LEVEL: 'debug' });
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    try {
      await send(service.origin, '/primes?upTo=10', 'GET', { traceparent: trace });
      await send(service.origin, '/primes?upTo=10', 'GET', { traceparent: 'x-y-z' });
      for (let look = 0; look < 50 && !service.output().includes(trace); look++) await sleep(20);
      assert.match(service.output(), new RegExp(`"traceparent":"${trace}".*"msg":"computed"`));
      assert.doesNotMatch(service.output(), /x-y-z/);
    } finally {
      await endContestant(service);
    }
  });
}

function lightRoutes(origin: () => string): void {
  for (const path of ['/hello', '/healthz', '/readyz']) {
    it(`answers ${path}`, async () => assert.equal((await send(origin(), path)).status, 200));
  }
  it('describes itself in OpenAPI 3.1, every path of it answering', async () => {
    const document = json(await send(origin(), '/openapi.json'));
    assert.match(document.openapi, /^3\.1\./);
    assert.deepEqual(Object.keys(document.paths['/primes'].get.responses), ['200', '400', '503', '504']);
    for (const path of Object.keys(document.paths).filter((name) => !name.startsWith('/jobs'))) {
      assert.notEqual((await send(origin(), path)).status, 404, path);
    }
  });
}

function backpressure(folder: string, { canRefuse }: ConformanceOptions): void {
  let service: Started;
  before(async () => {
    service = await startContestant(folder, { MAX_PENDING: '4' });
  });
  after(() => endContestant(service));
  it('answers each of a crowd rightly or with 503 and Retry-After', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => send(service.origin, SLOW)));
    const refused = replies.filter(({ status }) => status === 503);
    for (const reply of refused) {
      assertProblem(reply, 503);
      assert.ok(Number(reply.headers['retry-after']) > 0);
    }
    const answered = replies.filter(({ status }) => status === 200);
    assert.equal(answered.length + refused.length, replies.length);
    for (const reply of answered) assert.equal(json(reply).count, 78_498);
    if (canRefuse) assert.ok(refused.length >= 20, `${refused.length} of 40 were refused with 4 places`);
  });
}

function lifecycle(folder: string): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`finishes what it accepted after ${signal}, and exits with 0`, async () => {
      const service = await startContestant(folder);
      try {
        const replies = Array.from({ length: 8 }, () => send(service.origin, SLOW));
        await sleep(30);
        service.child.kill(signal);
        for (const reply of await Promise.all(replies)) assert.equal(json(reply).count, 78_498);
        assert.equal(await service.ended, 0, service.output());
      } finally {
        await endContestant(service);
      }
    });
  }
  it('leaves no process behind when it is killed', async () => {
    const service = await startContestant(folder);
    const replies = await Promise.all(
      Array.from({ length: 24 }, () => send(service.origin, '/primes?upTo=100000')),
    );
    const pids = new Set(replies.map((reply) => Number(json(reply).worker.pid)));
    service.child.kill('SIGKILL');
    await service.ended;
    for (let look = 0; look < 100 && [...pids].some(alive); look++) await sleep(50);
    assert.deepEqual([...pids].filter(alive), []);
  });
  it('names every variable that is wrong, and exits with 1', async () => {
    const service = await spawnContestant(folder, { PORT: 'x', MAX_PENDING: '0', LOG_LEVEL: 'loud' });
    assert.equal(await service.ended, 1);
    for (const name of ['PORT', 'MAX_PENDING', 'LOG_LEVEL'])
      assert.match(service.output(), new RegExp(`^${name} `, 'm'));
  });
  it('says so where its workload does not load, and exits with 1', async () => {
    const service = await spawnContestant(folder, { WORKLOAD: './nowhere.ts' });
    assert.equal(await service.ended, 1);
    assert.match(service.output(), /workload \.\/nowhere\.ts: does not load/);
  });
}

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Started } from './contestant.ts';
import { send, sendUntilTwoAnswer } from './requests.ts';
import { it } from './sentence.ts';

/** Sums the values of the series that match. */
export function metric(text: string, series: RegExp): number {
  const lines = text.split('\n').filter((line) => series.test(line));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

/** Reads how many requests have a place in the service now. */
export const pendingRequests = async (origin: string): Promise<number> =>
  metric((await send(origin, '/metrics')).body, /^requests_pending /);

/** Counts the tasks computed so far: each is a line of the log. @param service at log level debug */
export const computedTasks = ({ output }: Pick<Started, 'output'>): number =>
  output().match(/"msg":"computed"/g)?.length ?? 0;

/** The log is read for 5 s at most. A contestant that passes on no trace uses them up. */
const LOG_POLLS = 250;
const LOG_POLL_MS = 20;

/** Waits for what the log should have, up to 5 s, since the log may arrive later than the answer. */
async function awaitLog(hasIt: () => boolean): Promise<void> {
  for (let poll = 0; poll < LOG_POLLS && !hasIt(); poll++) await sleep(LOG_POLL_MS);
}

/** Sends one more task, and counts the tasks computed so far. @param service at log level debug */
export async function loggedTasks(service: Started): Promise<number> {
  const traceparent = `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
  assert.equal((await send(service.origin, '/primes?upTo=10', 'GET', { traceparent })).status, 200);
  await awaitLog(() => service.output().includes(traceparent));
  const count = computedTasks(service);
  assert.ok(count > 0, 'the log has no computed task, so none can be counted in it');
  return count;
}

/** Tests the metrics for Prometheus. */
export function metrics(origin: () => string): void {
  it('counts-once', async () => {
    const text = async () => (await send(origin(), '/metrics')).body;
    const series = /^http_requests_total\{route="\/primes",status="200"\}/;
    // Several crowds are sent: a process that reports only its own requests could have the right count once by chance.
    for (const crowd of [30, 7, 12]) {
      const before = metric(await text(), series);
      await Promise.all(Array.from({ length: crowd }, () => send(origin(), '/primes?upTo=1000')));
      const sent = crowd + (await sendUntilTwoAnswer(origin()));
      assert.equal(metric(await text(), series) - before, sent);
    }
  });
  it('metric-names', async () => {
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
  it('bounded-metrics', async () => {
    await send(origin(), '/think/up');
    assert.doesNotMatch((await send(origin(), '/metrics')).body, /think/);
  });
}

/** Tests that a trace reaches the worker. @param service at log level debug */
export function traces(service: () => Started): void {
  it('traceparent-reaches-worker', async () => {
    const { origin, output } = service();
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const before = computedTasks(service());
    const areLogged = () => computedTasks(service()) >= before + 2;
    for (const traceparent of [trace, 'x-y-z']) await send(origin, '/primes?upTo=10', 'GET', { traceparent });
    await awaitLog(areLogged);
    assert.ok(areLogged(), `the log has not both tasks: ${output()}`);
    assert.match(output(), new RegExp(`"traceparent":"${trace}".*"msg":"computed"`));
    assert.doesNotMatch(output(), /x-y-z/);
  });
}

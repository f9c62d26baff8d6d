import assert from 'node:assert/strict';
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

/** Tests that the metrics of all processes are merged. */
export function metrics(origin: () => string): void {
  it('counts-once', async () => {
    const text = async () => (await send(origin(), '/metrics')).body;
    const series = /^http_requests_total\{route="\/primes",status="200"\}/;
    // Several crowds are sent: a process that reports only its own requests could have the right count once by chance.
    for (const crowd of [30, 7, 12]) {
      const before = metric(await text(), series);
      const ask = () => send(origin(), '/primes?upTo=1000');
      const replies = await Promise.all(Array.from({ length: crowd }, ask));
      const answered = [...replies, ...(await sendUntilTwoAnswer(origin()))].filter(
        ({ status }) => status === 200,
      );
      assert.equal(metric(await text(), series) - before, answered.length);
    }
  });
}

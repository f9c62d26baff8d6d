import assert from 'node:assert/strict';
import { it } from './contract.ts';
import { computed, send, sendUntilTaken, sendUntilTwoAnswer } from './requests.ts';

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

/** Tests that answers are right, one at a time and many at once. */
export function answers(origin: () => string): void {
  it('right-answers', async () => {
    for (const [upTo, count, largest] of reference) {
      const reply = await sendUntilTaken(origin(), `/primes?upTo=${upTo}`);
      const { output, computeMs, pid, threadId } = computed(reply);
      assert.deepEqual(output, { upTo, count, largest });
      assert.ok(computeMs >= 0);
      assert.ok(Number.isInteger(pid) && Number.isInteger(threadId));
    }
    const listed = computed(await sendUntilTaken(origin(), '/primes?upTo=20&list=true'));
    assert.deepEqual(listed.output.primes, [2, 3, 5, 7, 11, 13, 17, 19]);
  });
  it('right-in-a-crowd', () => answersCrowd(origin(), ''));
}

/** Tests that an answer is sent as its task returned it. @param origin of a service with the workload `TROUBLE` */
export function answersAsReturned(origin: () => string): void {
  it('answer-as-returned', () => answersCrowd(origin(), '&trouble=reuses'));
}

async function answersCrowd(origin: string, fault: string): Promise<void> {
  const inputs = Array.from({ length: 60 }, (_, index) => reference[index % 5] ?? reference[0]);
  const ask = async ([upTo, count, largest]: (typeof inputs)[number]) => {
    const { output } = computed(await sendUntilTaken(origin, `/primes?upTo=${upTo}${fault}`));
    assert.deepEqual(output, { upTo, count, largest });
  };
  await Promise.all(inputs.map(ask));
}

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

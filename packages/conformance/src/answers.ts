import assert from 'node:assert/strict';
import { computed, sendUntilTaken } from './requests.ts';
import { it } from './sentence.ts';

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

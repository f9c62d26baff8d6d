import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Started } from './contestant.ts';
import { it } from './contract.ts';
import { ask } from './load.ts';
import { assertProblem, computedIn, json, sendUntilTaken } from './requests.ts';
import { until, watchTask } from './until.ts';

/** The workload whose tasks can fail in every way. */
export const TROUBLE = join(import.meta.dirname, '../fixtures/trouble.ts');
/**
 * A task without a fault ends within this time, also if it gets a tenth of a core; the loading of the next thread counts
 * as a part of it. The test of an endless task waits for this time.
 */
export const TASK_TIMEOUT_MS = '20000';

/**
 * Tests faults of the kernel.
 *
 * @param service with the workload and the time limit above
 * @param outcomeOfStoppedTask the client's view of a stopped task; absent if the strategy cannot stop a task
 */
export function trouble(service: () => Started, outcomeOfStoppedTask?: 504 | 'ECONNRESET'): void {
  it('kernel-errors', async () => {
    const refused = await sendUntilTaken(service().origin, '/primes?upTo=10&trouble=refuses');
    assertProblem(refused, 400);
    assert.deepEqual([json(refused).parameter, json(refused).accepted], ['trouble', 'none']);
    const thrown = await sendUntilTaken(service().origin, '/primes?upTo=10&trouble=throws');
    assertProblem(thrown, 500);
    assert.doesNotMatch(thrown.body, /fault of the kernel/);
  });

  if (outcomeOfStoppedTask === undefined) return;
  it('stops-endless-task', async (t) => {
    const { origin } = service();
    const task = watchTask(t);
    const endless = ask(`${origin}/primes?${task.query}&trouble=endless`);
    await task.untilBegun(1);
    const neighbour = ask(`${origin}/primes?upTo=1000`);
    assert.equal((await endless).outcome, outcomeOfStoppedTask);
    // The other request waits for another worker, or breaks together with its fork.
    const { outcome } = await neighbour;
    assert.ok(outcome === 200 || outcome === outcomeOfStoppedTask, `outcome ${outcome}`);
    await untilBothAnswer(origin);
  });
}

/** A connection that is passed to a killed fork hangs. The client gives up after this time, and tries again. */
const GIVES_UP_MS = 20_000;

/** Waits until two workers answer, which shows that the ended one was replaced. */
async function untilBothAnswer(origin: string): Promise<void> {
  const tasks = Array.from({ length: 4 }, () => `${origin}/primes?upTo=1000&blockMs=50`);
  await until(async () => {
    const replies = await Promise.all(tasks.map((url) => ask(url, false, GIVES_UP_MS)));
    const right = replies.filter(({ outcome }) => outcome === 200).map(computedIn);
    const workers = new Set(right.map(({ pid, threadId }) => `${pid}/${threadId}`));
    return right.length === tasks.length && workers.size === 2;
  }, 'two workers do not answer again');
}

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Started } from './contestant.ts';
import { ask } from './load.ts';
import { assertProblem } from './problem.ts';
import { json, send } from './requests.ts';
import { it } from './sentence.ts';
import { until } from './until.ts';

/** The primes, with every trouble that a task can make. */
export const TROUBLE = join(import.meta.dirname, '../fixtures/trouble.ts');
/** A task of 50 ms of that workload. */
export const SLOW = '/primes?upTo=1000&blockMs=50';
/** Long enough for a task that makes no trouble, on a machine that is busy with others. */
export const TASK_TIMEOUT_MS = '1500';

export type TroubleOptions = {
  /** The client's view of a task that is stopped; absent where nothing but the process can be stopped. */
  readonly stoppedTask?: 504 | 'ECONNRESET';
};

/** The harms of a kernel to the service around it. @param service with the workload and the time limit above */
export function trouble(service: () => Started, { stoppedTask }: TroubleOptions): void {
  it('kernel-errors', async () => {
    const refused = await send(service().origin, '/primes?upTo=10&trouble=refuses');
    assertProblem(refused, 400);
    assert.deepEqual([json(refused).parameter, json(refused).accepted], ['trouble', 'none']);
    const thrown = await send(service().origin, '/primes?upTo=10&trouble=throws');
    assertProblem(thrown, 500);
    assert.doesNotMatch(thrown.body, /fault of the kernel/);
  });

  if (stoppedTask === undefined) return;
  it('stops-endless-task', async () => {
    const endless = ask(`${service().origin}/primes?upTo=10&trouble=endless`);
    await sleep(100);
    const beside = ask(`${service().origin}/primes?upTo=1000`);
    assert.equal((await endless).outcome, stoppedTask);
    // Its neighbour waits for another worker, or shares its connection's fate where that is a fork.
    assert.ok([200, stoppedTask].includes((await beside).outcome as never), String((await beside).outcome));
    await untilBothAnswer(service().origin);
  });
}

/** A connection on its way to a fork that is killed hangs: another attempt comes soon. */
const GIVES_UP_MS = 5_000;

/** Two workers, as many as there were, answer tasks that keep both busy: the one that ended has been replaced. */
async function untilBothAnswer(origin: string): Promise<void> {
  const tasks = Array.from({ length: 4 }, () => `${origin}${SLOW}`);
  await until(
    async () => {
      const replies = await Promise.all(tasks.map((url) => ask(url, false, GIVES_UP_MS)));
      const right = replies.filter(({ outcome }) => outcome === 200).map(({ body }) => JSON.parse(body));
      const workers = new Set(right.map(({ worker }) => JSON.stringify(worker)));
      return right.length === tasks.length && workers.size === 2;
    },
    () => 'two workers do not answer again',
  );
}

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Place, type Started, withContestant } from './contestant.ts';
import { holdTask } from './held-task.ts';
import { computedTasks, loggedTasks } from './observability.ts';
import { assertProblem } from './problem.ts';
import { send, warmConnections } from './requests.ts';
import { it } from './sentence.ts';
import { SLOW, TROUBLE } from './trouble.ts';
import { until } from './until.ts';

const CROWD = 40;

/** Tests that a request which waits beyond its deadline is not computed. */
export function deadlines(folder: Place): void {
  const env = { WORKLOAD: TROUBLE, LOG_LEVEL: 'debug', REQUEST_TIMEOUT_MS: '250' };
  it('deadline-504', () =>
    withContestant(folder, env, async (service) => {
      const agent = await warmConnections(service.origin, CROWD);
      const replies = await Promise.all(
        Array.from({ length: CROWD }, () => send(service.origin, SLOW, 'GET', {}, agent)),
      );
      agent.destroy();
      const late = replies.filter(({ status }) => status !== 200);
      for (const reply of late) assertProblem(reply, 504);
      assert.ok(late.length > CROWD / 4, `${late.length} of ${CROWD} requests were late`);
      // An answer in time shows that no earlier request waits. The first requests may be late as well.
      await until(
        async () => (await send(service.origin, '/primes?upTo=10')).status === 200,
        () => 'the service answers no more requests',
      );
      const computed = computedTasks(service) - (CROWD - late.length);
      assert.ok(computed < late.length / 2, `${computed} of ${late.length} late requests were computed`);
    }));
}

/** Tests that a task without a client is not computed. @param service at log level debug, with the workload `TROUBLE` */
export function abandonedWork(service: () => Started): void {
  it('left-client-not-computed', async () => {
    const { origin } = service();
    const before = await loggedTasks(service());
    const held = holdTask();
    const agent = await warmConnections(origin, CROWD);
    const requests = Array.from({ length: CROWD }, () => {
      const sent = request(`${origin}/primes?${held.query}&blockMs=50`, { agent });
      sent.on('error', () => {});
      return sent.end();
    });
    const gone = requests.map((sent) => new Promise((resolve) => sent.once('close', resolve)));
    await sleep(100); // all requests have arrived while the first are computed
    for (const sent of requests) sent.destroy();
    await Promise.all(gone);
    held.release();
    const since = (await loggedTasks(service())) - before;
    assert.ok(since < CROWD / 2, `${since} of ${CROWD} tasks were computed`);
  });
}

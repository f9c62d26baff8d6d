import assert from 'node:assert/strict';
import { type Place, type Started, startForTest } from './contestant.ts';
import { pendingRequests } from './metrics.ts';
import { assertProblem } from './problem.ts';
import { send, start, warmConnections } from './requests.ts';
import { it } from './sentence.ts';
import { TROUBLE } from './trouble.ts';
import { until } from './until.ts';
import { holdTask, watchTask } from './watched-task.ts';

const CROWD = 40;

/** Tests that a request which waits beyond its deadline is not computed. */
export function deadlines(folder: Place): void {
  it('deadline-504', async (t) => {
    const { origin } = await startForTest(t, folder, { WORKLOAD: TROUBLE, REQUEST_TIMEOUT_MS: '250' });
    const task = watchTask(t);
    const agent = await warmConnections(t, origin, CROWD);
    const path = `/primes?${task.query}&blockMs=50`;
    const replies = await Promise.all(
      Array.from({ length: CROWD }, () => start(origin, path, { agent }).reply),
    );
    const late = replies.filter(({ status }) => status !== 200);
    for (const reply of late) assertProblem(reply, 504);
    assert.ok(late.length > CROWD / 4, `${late.length} of ${CROWD} requests were late`);
    // An answer in time shows that no earlier request waits. The first requests may be late as well.
    await until(
      async () => (await send(origin, '/primes?upTo=10')).status === 200,
      'the service answers no more requests',
    );
    const computed = task.begun() - (CROWD - late.length);
    assert.ok(computed < late.length / 2, `${computed} of ${late.length} late requests were computed`);
  });
}

/** Tests what waits behind a long task. @param service with the workload `TROUBLE` */
export function waiting(service: () => Started): void {
  it('light-before-heavy', async (t) => {
    const { origin } = service();
    const held = holdTask(t);
    const agent = await warmConnections(t, origin, CROWD + 1);
    let answered = 0;
    const crowd = Array.from({ length: CROWD }, () =>
      start(origin, `/primes?${held.query}&blockMs=10`, { agent }),
    );
    const answers = crowd.map(({ reply }) => reply.then(() => answered++));
    const light = start(origin, '/hello', { agent });
    await Promise.all([...crowd, light].map(({ written }) => written));
    await held.untilBegun(1);
    held.release();
    assert.equal((await light.reply).status, 200);
    const before = answered;
    await Promise.all(answers);
    assert.ok(before < CROWD / 2, `${before} of ${CROWD} heavy requests were answered before the light one`);
  });

  it('left-client-not-computed', async (t) => {
    const { origin } = service();
    const held = holdTask(t);
    const agent = await warmConnections(t, origin, CROWD);
    // A queue takes a moment to remove a job, on a busy machine half a second, so its workers do not empty it at once.
    const path = `/primes?${held.query}&blockMs=250`;
    const crowd = Array.from({ length: CROWD }, () => start(origin, path, { agent }));
    await Promise.all(crowd.map(({ written }) => written));
    await held.untilBegun(1);
    await Promise.all(crowd.map(({ leave }) => leave()));
    held.release();
    await until(async () => (await pendingRequests(origin)) === 0, 'some places are never freed');
    assert.equal((await send(origin, '/primes?upTo=10')).status, 200); // it is computed after all that waited
    assert.ok(held.begun() < CROWD / 2, `${held.begun()} of ${CROWD} tasks were computed`);
  });
}

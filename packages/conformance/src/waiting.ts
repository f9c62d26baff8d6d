import assert from 'node:assert/strict';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Started, withContestant } from './contestant.ts';
import { assertProblem } from './problem.ts';
import { send, warmConnections } from './requests.ts';
import { it } from './sentence.ts';
import { SLOW, TROUBLE } from './trouble.ts';

const CROWD = 40;

/** Each task that is computed is a line of the log at level debug. */
const computed = ({ output }: Started) => output().match(/"msg":"computed"/g)?.length ?? 0;

/** What waits for longer than it may is not computed. */
export function deadlines(folder: string): void {
  const env = { WORKLOAD: TROUBLE, LOG_LEVEL: 'debug', REQUEST_TIMEOUT_MS: '250' };
  it('answers 504 at the deadline, and does not compute what waited until then', () =>
    withContestant(folder, env, async (service) => {
      const agent = await warmConnections(service.origin, CROWD);
      const replies = await Promise.all(
        Array.from({ length: CROWD }, () => send(service.origin, SLOW, 'GET', {}, agent)),
      );
      agent.destroy();
      const late = replies.filter(({ status }) => status !== 200);
      for (const reply of late) assertProblem(reply, 504);
      assert.ok(late.length > CROWD / 4, `${late.length} of ${CROWD} were late`);
      await send(service.origin, '/primes?upTo=10'); // behind whatever is still waiting
      assert.ok(computed(service) < CROWD, `${computed(service)} were computed`);
    }));
}

/** Nor is what nobody waits for. @param service at log level debug, with the workload `TROUBLE` */
export function abandonedWork(service: () => Started): void {
  it('does not compute what waits for a client that has left', async () => {
    const { origin } = service();
    const before = computed(service());
    const agent = await warmConnections(origin, CROWD);
    const requests = Array.from({ length: CROWD }, () => {
      const sent = request(`${origin}${SLOW}`, { agent });
      sent.on('error', () => {});
      return sent.end();
    });
    await sleep(100);
    for (const sent of requests) sent.destroy();
    assert.equal((await send(origin, '/primes?upTo=10')).status, 200);
    const since = computed(service()) - before;
    assert.ok(since < CROWD / 2, `${since} were computed`);
  });
}

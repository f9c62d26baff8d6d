import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { holdTask, json, send, TROUBLE, until, withContestant } from '@cpu-bound/conformance';

const DRAIN_DELAY_MS = 300;

it('answers on a connection that the event loop has not seen when the drain delay is over', async () => {
  const env = { WORKLOAD: TROUBLE, DRAIN_DELAY_MS: String(DRAIN_DELAY_MS), LOG_LEVEL: 'info' };
  await withContestant(join(import.meta.dirname, '..'), env, async ({ origin, child, ended, output }) => {
    const ask = (query: string) => send(origin, `/primes?${query}`, 'GET', { connection: 'close' });
    const tasks = [holdTask(), holdTask()];
    const answers = tasks.map(({ query }) => ask(query));
    await sleep(DRAIN_DELAY_MS); // both are accepted, and the first keeps the loop
    child.kill('SIGTERM');
    tasks[0]?.release();
    // Between the two tasks the loop takes the signal; in the second one the delay passes.
    await until(
      () => output().includes('stopping'),
      () => 'it takes no signal',
    );
    await sleep(2 * DRAIN_DELAY_MS);
    const late = ask('upTo=1000');
    await sleep(DRAIN_DELAY_MS);
    tasks[1]?.release();
    assert.equal(json(await late).count, 168);
    for (const answer of answers) assert.equal(json(await answer).count, 4);
    assert.equal(await ended, 0, output());
  });
});

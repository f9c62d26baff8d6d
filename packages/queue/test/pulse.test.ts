import assert from 'node:assert/strict';
import { it, mock, type TestContext } from 'node:test';
import { takePulse } from '../src/pulse.ts';

/** A pulse under a clock of the test's own, of a Redis that answers, refuses or hangs. */
function withPulse(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const redis: { does: 'answer' | 'refuse' | 'hang' } = { does: 'answer' };
  const [lost, back] = [mock.fn(), mock.fn()];
  let hanging: PromiseWithResolvers<void> | undefined;
  const pulse = takePulse(
    async () => {
      if (redis.does === 'refuse') throw new Error('refused');
      hanging = redis.does === 'hang' ? Promise.withResolvers() : undefined;
      await hanging?.promise;
    },
    lost,
    back,
  );
  return {
    pulse,
    redis,
    goOn: () => hanging?.resolve(),
    async turns(count: number) {
      for (let turn = 0; turn < count; turn++) {
        t.mock.timers.tick(160);
        await new Promise(setImmediate);
      }
    },
    told: () => [pulse.failure === undefined, lost.mock.callCount(), back.mock.callCount()],
  };
}

it('tells once that the answers cease, once that they come again, and nothing after it was stopped', async (t) => {
  const { pulse, redis, turns, told } = withPulse(t);
  assert.deepEqual(told(), [false, 0, 0], 'nothing is known yet');
  await turns(3);
  assert.deepEqual(told(), [true, 0, 0]);
  redis.does = 'refuse';
  await turns(3);
  assert.deepEqual(told(), [false, 1, 0]);
  redis.does = 'answer';
  await turns(3);
  assert.deepEqual(told(), [true, 1, 1]);
  pulse.stop();
  redis.does = 'refuse';
  await turns(3);
  assert.deepEqual(told(), [true, 1, 1]);
});

it('waits for an answer for a few turns of the timer, and hears one that comes after that', async (t) => {
  const { redis, goOn, turns, told } = withPulse(t);
  await turns(1);
  redis.does = 'hang';
  await turns(4);
  assert.deepEqual(told(), [true, 0, 0]);
  await turns(1);
  assert.deepEqual(told(), [false, 1, 0]);
  redis.does = 'answer';
  goOn();
  await turns(1);
  assert.deepEqual(told(), [true, 1, 1]);
});

import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { takePulse } from '../src/pulse.ts';

it('tells once that the answers cease, once that they come again, and nothing after it was stopped', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let answers = true;
  const lost = mock.fn();
  const back = mock.fn();
  const pulse = takePulse(
    async () => {
      if (!answers) throw new Error('no answer');
    },
    lost,
    back,
  );
  const beats = async (count: number) => {
    for (let beat = 0; beat < count; beat++) {
      t.mock.timers.tick(1_000);
      await new Promise(setImmediate);
    }
  };
  const told = () => [pulse.failure === undefined, lost.mock.callCount(), back.mock.callCount()];
  await beats(3);
  assert.deepEqual(told(), [true, 0, 0]);
  answers = false;
  await beats(3);
  assert.deepEqual(told(), [false, 1, 0]);
  answers = true;
  await beats(3);
  assert.deepEqual(told(), [true, 1, 1]);
  pulse.stop();
  answers = false;
  await beats(3);
  assert.deepEqual(told(), [true, 1, 1]);
});

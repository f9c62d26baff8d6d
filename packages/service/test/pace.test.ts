import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPace } from '../src/http/pace.ts';

/** A transfer of which a test says how far it is. */
function transfer() {
  const state: { moved: number | undefined; cut: number } = { moved: 0, cut: 0 };
  return { state, watched: { moved: () => state.moved, cut: () => void state.cut++ } };
}

/** Cuts what moves less than 500 bytes in 5 s. */
const rules = { stallMs: 5_000, minBytesPerS: 100 };

describe('the pace of a transfer', () => {
  it('is too slow where less than its share moves in the time, and then it is cut, once', ({ mock }) => {
    mock.timers.enable({ apis: ['setInterval'] });
    const { state, watched } = transfer();
    createPace(rules).watch(watched);
    for (let second = 0; second < 4; second++) {
      mock.timers.tick(1_000);
      state.moved = 1 + (state.moved ?? 0);
    }
    assert.equal(state.cut, 0);
    mock.timers.tick(30_000);
    assert.equal(state.cut, 1);
  });

  it('is fast enough as long as its share moves, however it is spread', ({ mock }) => {
    mock.timers.enable({ apis: ['setInterval'] });
    const [steady, jerky] = [transfer(), transfer()];
    const pace = createPace(rules);
    for (const { watched } of [steady, jerky]) pace.watch(watched);
    for (let second = 0; second < 100; second++) {
      mock.timers.tick(1_000);
      steady.state.moved = 200 * second;
      if (second % 3 === 0) jerky.state.moved = 200 * second;
    }
    assert.deepEqual([steady.state.cut, jerky.state.cut], [0, 0]);
  });

  it('is not looked at while it is not the client that is waited for, nor after its end', ({ mock }) => {
    mock.timers.enable({ apis: ['setInterval'] });
    const [waiting, ended] = [transfer(), transfer()];
    waiting.state.moved = undefined;
    const pace = createPace(rules);
    pace.watch(waiting.watched);
    pace.watch(ended.watched)();
    mock.timers.tick(60_000);
    assert.deepEqual([waiting.state.cut, ended.state.cut], [0, 0]);
  });

  it('is not blamed for the time in which a task keeps the event loop', async () => {
    const { state, watched } = transfer();
    const unwatch = createPace({ stallMs: 500, minBytesPerS: 1 }).watch(watched);
    for (const end = performance.now() + 1_500; performance.now() < end; );
    await sleep(1); // overdue timers are up now
    unwatch();
    assert.equal(state.cut, 0);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { watchClocks } from '../../src/run/window.ts';

describe('the watch on both clocks', () => {
  /** Returns the message after the two clocks have advanced by these milliseconds. */
  const after = (monotonicMs: number, wallMs: number) => {
    let [monotonic, wall] = [5_000, 1_800_000_000_000];
    const jump = watchClocks({ now: () => monotonic, wallClock: () => wall });
    monotonic += monotonicMs;
    wall += wallMs;
    return jump();
  };

  it('reports nothing if both advance alike, for any time', () => {
    assert.equal(after(0, 0), undefined);
    assert.equal(after(3_600_000, 3_600_000), undefined);
  });

  it('reports nothing for a wall clock that is disciplined', () => {
    assert.equal(after(1_200_000, 1_200_600), undefined);
    assert.equal(after(1_200_000, 1_199_400), undefined);
  });

  it('reports a machine that was suspended', () =>
    assert.match(
      after(5_000, 65_000) ?? '',
      /jumped by 60\.0 s: the machine was suspended, or its time was set/,
    ));

  it('reports a clock that was set, forward and back', () => {
    assert.match(after(5_000, 7_000) ?? '', /jumped by 2\.0 s/);
    assert.match(after(5_000, -3_595_000) ?? '', /jumped by -3600\.0 s/);
  });

  it('reports a bench that was stopped while both clocks advanced', () => {
    const stopped = watchClocks({ now: () => 0, wallClock: () => 0 });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_400); // as SIGSTOP would
    assert.match(stopped() ?? '', /^the bench was stopped for 2\.\d s, as by Ctrl-Z$/);
  });
});

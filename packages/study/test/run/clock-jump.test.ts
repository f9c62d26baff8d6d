import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { watchClocks } from '../../src/run/clock-jump.ts';

describe('clocks that are watched', () => {
  /** Returns the message after the two clocks have advanced by these milliseconds. */
  const after = (monotonicMs: number, wallMs: number) => {
    let [monotonic, wall] = [5_000, 1_800_000_000_000];
    const jump = watchClocks({ now: () => monotonic, wallClock: () => wall });
    monotonic += monotonicMs;
    wall += wallMs;
    return jump();
  };

  it('say nothing where they go on alike, however long', () => {
    assert.equal(after(0, 0), undefined);
    assert.equal(after(3_600_000, 3_600_000), undefined);
  });

  it('say nothing of a wall clock that is disciplined', () => {
    assert.equal(after(1_200_000, 1_200_600), undefined);
    assert.equal(after(1_200_000, 1_199_400), undefined);
  });

  it('tell of a machine that was suspended', () =>
    assert.match(
      after(5_000, 65_000) ?? '',
      /jumped by 60\.0 s: the machine was suspended, or its time was set/,
    ));

  it('tell of a time that was set, forward and back', () => {
    assert.match(after(5_000, 7_000) ?? '', /jumped by 2\.0 s/);
    assert.match(after(5_000, -3_595_000) ?? '', /jumped by -3600\.0 s/);
  });

  it('tell of a bench that was stopped while both clocks went on', () => {
    const stopped = watchClocks({ now: () => 0, wallClock: () => 0 });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_400); // as SIGSTOP would
    assert.match(stopped() ?? '', /^the bench was stopped for 2\.\d s, as by Ctrl-Z$/);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secondsAhead, toleranceOf } from '../../src/commands/measure.ts';

describe('the announced time of a run', () => {
  it('is what is left of the promised time, which began with the command', () =>
    assert.equal(secondsAhead({ planned: 1_100, first: 100, left: 1_180 }), 1_180));

  it('is that of the first trial if the promised time has no room for it, and of the timings before', () => {
    const seconds = secondsAhead({ planned: 60, first: 40, left: 25 });
    assert.ok(seconds > 40 && seconds < 60, String(seconds));
  });

  it('is that of the plan if no time was promised', () =>
    assert.equal(secondsAhead({ planned: 60, first: 40, left: Number.POSITIVE_INFINITY }), 60));
});

it('the excess that the rounds of a verdict may have is a minute of a profile’s time, at most a fifth, and hardly any of a time that a flag gives', () => {
  const of = (promisedSeconds: number, within?: number) =>
    toleranceOf({ config: { promisedSeconds, ...(within !== undefined && { goOn: { within } }) } });
  assert.deepEqual([of(1_200), of(300), of(40)], [60, 60, 8]);
  assert.equal(of(1_200, 600), 24);
});

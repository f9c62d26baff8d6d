import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recoveryFrom } from '../../src/analyse/timeline.ts';
import type { OpenLoopResult, Timeline } from '../../src/model.ts';
import { openResult } from '../fixtures/run.ts';

const BINS = 20;
const all = <T>(value: T) => Array.from({ length: BINS }, () => value);

/** Two seconds with ten answers per stretch, of 6 ms each; `changes` replaces values by stretch. */
function timeline(changes: { [K in keyof Timeline]?: Record<number, number> }): OpenLoopResult {
  const quiet = {
    ok: all(10),
    refused: all(0),
    failed: all(0),
    timedOut: all(0),
    p50: all<number | null>(6),
  };
  const patched = Object.fromEntries(
    Object.entries(quiet).map(([name, bins]) => [
      name,
      bins.map((value, bin) => changes[name as keyof typeof quiet]?.[bin] ?? value),
    ]),
  );
  return openResult({ computeMs: 4, timeline: { binMs: 100, ...patched } as Timeline });
}

describe('the recovery after a fault', () => {
  it('takes no time if all continued as before', () =>
    assert.deepEqual(recoveryFrom(timeline({}), 500), { ms: 0, recovered: true }));

  it('ends with the last request that was not served', () => {
    const open = timeline({ failed: { 5: 3, 8: 1 }, refused: { 6: 2 } });
    assert.deepEqual(recoveryFrom(open, 500), { ms: 400, recovered: true });
  });

  it('ends when requests are fast again', () => {
    const open = timeline({ p50: { 5: 400, 6: 300, 7: 90, 8: 6 } });
    assert.deepEqual(recoveryFrom(open, 500), { ms: 300, recovered: true });
  });

  it('ignores one slow stretch among fast ones', () =>
    assert.deepEqual(recoveryFrom(timeline({ p50: { 9: 40 } }), 500), { ms: 0, recovered: true }));

  it('ignores everything before the fault', () =>
    assert.deepEqual(recoveryFrom(timeline({ failed: { 2: 9 } }), 500), { ms: 0, recovered: true }));

  it('is incomplete if the last stretch is still bad', () => {
    const open = timeline({ timedOut: { 19: 1 } });
    assert.deepEqual(recoveryFrom(open, 500), { ms: 1_500, recovered: false });
  });

  it('is unknown without a timeline', () => assert.equal(recoveryFrom(openResult({}), 0), undefined));
});

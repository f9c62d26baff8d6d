import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OpenLoopResult, Timeline } from '@cpu-bound/measure/model';
import { recoveryFrom } from '../../src/analyse/observations.ts';
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
  const cases: readonly [string, Parameters<typeof timeline>[0], ms: number, recovered: boolean][] = [
    ['takes no time if all continued as before', {}, 0, true],
    [
      'ends with the last request that was not served',
      { failed: { 5: 3, 8: 1 }, refused: { 6: 2 } },
      400,
      true,
    ],
    ['ends when requests are fast again', { p50: { 5: 400, 6: 300, 7: 90, 8: 6 } }, 300, true],
    ['ignores one slow stretch among fast ones', { p50: { 9: 40 } }, 0, true],
    ['ignores everything before the fault', { failed: { 2: 9 } }, 0, true],
    ['is incomplete if the last stretch is still bad', { timedOut: { 19: 1 } }, 1_500, false],
  ];
  for (const [title, changes, ms, recovered] of cases)
    it(title, () => assert.deepEqual(recoveryFrom(timeline(changes), 500), { ms, recovered }));

  it('is unknown without a timeline', () => assert.equal(recoveryFrom(openResult({}), 0), undefined));
});

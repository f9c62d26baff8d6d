import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { assertGolden } from '@cpu-bound/report/test/golden';
import { OURS } from '../../src/crosscheck/ours.ts';
import { type Crosscheck, crosscheckPage } from '../../src/crosscheck/page.ts';
import type { Readings } from '../../src/crosscheck/rounds.ts';

const rounds = 9;
/** The same in each round, but for a scatter that all share. */
const readings = (byTool: Readonly<Record<string, readonly [number, number?, number?]>>): Readings =>
  new Map(
    Object.entries(byTool).map(([id, [perSecond, p50, p99]]) => [
      id,
      new Map(
        Array.from({ length: rounds }, (_, round) => {
          const factor = 1 + round / 100;
          return [
            round + 1,
            {
              perSecond: perSecond * factor,
              ...(p50 !== undefined && { p50: p50 * factor }),
              ...(p99 !== undefined && { p99: p99 * factor }),
              failures: 0,
            },
          ];
        }),
      ),
    ]),
  );

const common = { contestant: 'worker threads (piscina)', rounds, seconds: 4 };
const found: Crosscheck = {
  work: '`primes` with upTo=120000',
  machine: 'a CPU, 2 cores',
  tools: [
    { id: 'wrk', version: '4.1.0', counts: 'all answers of its time' },
    { id: 'ab', version: '2.3', counts: 'whole milliseconds' },
    { id: 'k6', version: '1.4.2', counts: 'virtual users' },
  ],
  absent: [{ id: 'oha', get: 'cargo install oha' }],
  loaded: [
    {
      ...common,
      load: 'closed loop of 50 connections',
      first: 'perSecond',
      readings: readings({ [OURS]: [200, 240, 300], wrk: [203, 241, 310], ab: [170, 280, 420] }),
      dropped: { k6: 'k6: unknown executor' },
    },
    {
      ...common,
      load: 'open loop at 100 requests/s',
      first: 'p50',
      readings: readings({ [OURS]: [100, 6, 21], k6: [100, 6.4, 35] }),
      dropped: {},
    },
  ],
  judged: [
    {
      id: OURS,
      constantOpen: { perSecond: 100, p50: 20.4, p99: 21, failures: 0 },
      freezingOpen: { perSecond: 200, p50: 0.4, p99: 940, failures: 0 },
    },
    {
      id: 'wrk',
      constantClosed: { perSecond: 480, p50: 20.6, p99: 22, failures: 0 },
      freezingClosed: { perSecond: 9_000, p50: 0.3, p99: 2.1, failures: 0 },
    },
    {
      id: 'k6',
      constantOpen: { perSecond: 100, p50: 22.5, p99: 30, failures: 0 },
      freezingOpen: { perSecond: 200, p50: 0.4, p99: 600, failures: 0 },
    },
  ],
};

describe('the second opinion', () => {
  it('has every tool beside ours, and says of those that disagree what they count', () =>
    assertGolden('crosscheck.md', crosscheckPage(found), join(import.meta.dirname, '..')));

  it('calls nothing a disagreement that is less than a millisecond of a time', () => {
    const row = crosscheckPage(found)
      .split('\n')
      .find((line) => line.startsWith('| k6 1.4.2'));
    assert.match(row ?? '', /p99 ms: virtual users/);
    assert.doesNotMatch(row ?? '', /p50 ms/);
  });

  it('says of what is not here how to get it', () =>
    assert.match(crosscheckPage(found), /\*\*Not installed here:\*\* oha \(cargo install oha\)\./));
});

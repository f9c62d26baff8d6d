import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defined } from '@cpu-bound/workload/defined';
import { OURS } from '../../src/crosscheck/ours.ts';
import { crosscheckPage } from '../../src/crosscheck/page.ts';
import type { Readings } from '../../src/crosscheck/rounds.ts';

const ROUNDS = 9;
/** The same in each round, but for a scatter that all share. */
const readings = (
  byTool: Readonly<Record<string, readonly [number, number?, number?]>>,
  rounds = ROUNDS,
): Readings => {
  const inRound = (
    [perSecond, p50 = undefined, p99 = undefined]: readonly (number | undefined)[],
    round: number,
  ) => {
    const factor = 1 + round / 100;
    const [rate = 0, median, tail] = [perSecond, p50, p99].map((value) => value && value * factor);
    return defined({ perSecond: rate, p50: median, p99: tail, failures: 0 });
  };
  const ids = Object.entries(byTool);
  return new Map(
    ids.map(([id, values]) => [
      id,
      new Map(Array.from({ length: rounds }, (_, round) => [round + 1, inRound(values, round)])),
    ]),
  );
};

const common = { contestant: 'worker threads (piscina)', rounds: ROUNDS, seconds: 4 };
const page = crosscheckPage({
  work: '`primes` with upTo=120000',
  machine: 'a CPU, 2 cores',
  tools: [
    { id: 'wrk', version: '4.1.0', counts: 'all answers of its time' },
    { id: 'ab', version: '2.3', counts: 'whole milliseconds' },
    { id: 'k6', version: '1.4.2', counts: 'virtual users' },
  ],
  absent: [{ id: 'oha', get: 'cargo install oha' }],
  loads: [
    {
      ...common,
      load: 'closed loop of 50 connections',
      first: 'perSecond',
      readings: readings({ [OURS]: [200, 240, 300], wrk: [203, 241, 310], ab: [170, 280, 420] }),
      failed: { k6: 'k6: unknown executor' },
    },
    {
      ...common,
      load: 'open loop at 100 requests/s',
      first: 'p50',
      readings: readings({ [OURS]: [100, 6, 21], k6: [100, 6.4, 35] }),
      failed: {},
    },
  ],
  arbitration: {
    constant: {
      closed: readings({ wrk: [480, 20.6, 22] }, 1),
      open: readings({ [OURS]: [100, 20.4, 21], k6: [100, 22.5, 30] }, 1),
    },
    freezing: {
      closed: readings({ wrk: [9_000, 0.3, 2.1] }, 1),
      open: readings({ [OURS]: [200, 0.4, 940], k6: [200, 0.4, 600] }, 1),
    },
  },
});
/** The cells of the line that begins so, of the n-th table that has one. */
const row = (first: string, nth = 0) => {
  const lines = page.split('\n').filter((line) => line.startsWith(`| ${first} `));
  return (lines[nth] ?? assert.fail(page))
    .split('|')
    .map((cell) => cell.trim())
    .slice(1, -1);
};

describe('the second opinion', () => {
  it('has every tool beside ours, and says of those that disagree what they count', () => {
    assert.deepEqual(row(`**${OURS}**`), [`**${OURS}**`, '208', '', '250', '', '312', '', '']);
    assert.deepEqual(row('wrk 4.1.0').slice(1, 3), ['211', '1.02× [1.01, 1.02]']);
    assert.equal(row('wrk 4.1.0').at(-1), '', 'within the margin');
    assert.equal(row('ab 2.3').at(-1), 'answers/s, p50 ms, p99 ms: whole milliseconds');
  });

  it('calls nothing a disagreement that is less than a millisecond of a time', () =>
    assert.equal(row('k6 1.4.2').at(-1), 'p99 ms: virtual users'));

  it('says by servers whose behaviour is known which of them is right', () => {
    assert.deepEqual(row(`**${OURS}**`, 2).slice(1), ['–', '20.4 ✔', '940 ✔', '–']);
    assert.deepEqual(row('wrk', 1).slice(1), ['20.6 ✔', '–', '–', '2.10']);
    assert.deepEqual(row('k6', 1).slice(1), ['–', '22.5 ✖', '600 ✖', '–']);
  });

  it('says which tool failed, and of what is not here how to get it', () => {
    assert.match(page, /^Not in the table: k6 \(k6: unknown executor\)\.$/m);
    assert.match(page, /\*\*Not installed here:\*\* oha \(cargo install oha\)\./);
  });
});

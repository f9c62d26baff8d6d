import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type CpuProfile, selfTimes } from '../../src/profile/self-times.ts';

const START = 5_000;
const NAMES = ['(idle)', 'compute', 'parse'];
const nodes = NAMES.map((functionName, id) => ({ id, callFrame: { functionName, url: '', lineNumber: 0 } }));
const profile = (...ticks: [id: number, delta: number][]): CpuProfile => ({
  nodes,
  startTime: START,
  samples: ticks.map(([id]) => id),
  timeDeltas: ticks.map(([, delta]) => delta),
});
const byName = (profiles: readonly CpuProfile[], from: number, to: number) =>
  Object.fromEntries(
    selfTimes(profiles, { from: START + from, to: START + to }).map(({ frame, microseconds }) => [
      frame.functionName,
      microseconds,
    ]),
  );

const ticks = fc.array(fc.tuple(fc.nat(NAMES.length - 1), fc.nat(1_000)), { maxLength: 30 });
const sum = (times: Readonly<Record<string, number>>, name: string) => times[name] ?? 0;

describe('self times', () => {
  it('last from a sample to the next', () =>
    assert.deepEqual(byName([profile([1, 100], [2, 30], [1, 20], [0, 50])], 0, 1_000), {
      compute: 30 + 50,
      parse: 20,
    }));

  it('are cut at the edges of the window', () =>
    assert.deepEqual(byName([profile([1, 0], [2, 100], [0, 100])], 60, 130), { compute: 40, parse: 30 }));

  it('of several threads are added, and the largest comes first', () => {
    const times = selfTimes([profile([1, 0], [2, 10], [0, 30]), profile([2, 0], [0, 5])], {
      from: START,
      to: START + 100,
    });
    assert.deepEqual(
      times.map(({ frame, microseconds }) => [frame.functionName, microseconds]),
      [
        ['parse', 35],
        ['compute', 10],
      ],
    );
  });

  it('of two windows side by side are those of both together', () =>
    fc.assert(
      fc.property(ticks, fc.nat(20_000), fc.nat(20_000), fc.nat(20_000), (list, ...edges) => {
        const [a = 0, b = 0, c = 0] = edges.toSorted((x, y) => x - y);
        const one = [profile(...list)];
        const [left, right, both] = [byName(one, a, b), byName(one, b, c), byName(one, a, c)];
        for (const name of NAMES) assert.equal(sum(left, name) + sum(right, name), sum(both, name));
      }),
    ));
});

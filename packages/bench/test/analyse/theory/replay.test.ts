import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pinnedQueuesWait, sharedQueueWait } from '../../../src/analyse/theory/queueing.ts';
import {
  replayOf,
  type Speeds,
  sojournsOf,
  speedOf,
  steadyOf,
  stretchesOf,
  usualOf,
} from '../../../src/analyse/theory/replay.ts';
import { mean } from '../../../src/stats/moments.ts';
import { quantile } from '../../../src/stats/quantile.ts';
import { seededRandom } from '../../../src/stats/random.ts';

const constant = (ms: number, servers = 1): Speeds => Array.from({ length: servers }, () => () => ms);
const sojourns = (due: readonly number[], speeds: Speeds, dealt?: readonly number[]) => [
  ...sojournsOf({ due: Float64Array.from(due), ...(dealt && { dealt }) }, speeds),
];
const task = (end: number, computeMs: number, worker = 0) => ({ due: 0, end, computeMs, worker });

const speeds = (tasks: readonly ReturnType<typeof task>[]) => stretchesOf(tasks).map(speedOf);

describe('the speed of a worker', () => {
  it('is the mean of what it did in each quarter of a second', () => {
    const [speed] = speeds([task(50, 5), task(60, 7), task(300, 20), task(1_000, 7)]);
    assert.deepEqual(
      [0, 249, 250, 600, 990].map((at) => speed?.(at)),
      [6, 6, 20, 20, 7],
    );
  });

  it('is that of the first stretch before all that it did, and of the last after it', () => {
    const [speed] = speeds([task(300, 5), task(600, 6)]);
    assert.deepEqual(
      [-1_000, 5_000].map((at) => speed?.(at)),
      [5, 6],
    );
  });

  it('is its own, by its number', () => {
    const both = speeds([task(50, 5, 1), task(60, 9, 0)]);
    assert.deepEqual(
      both.map((speed) => speed(0)),
      [9, 5],
    );
  });

  it('is usually that of the median stretch, however much was done in another', () => {
    const burst = [700, 710, 720, 730].map((end) => task(end, 40));
    assert.equal(usualOf(stretchesOf([task(50, 5), task(300, 6), ...burst])), 6);
  });
});

describe('a replay', () => {
  it('lets those wait that come while all servers are taken', () => {
    assert.deepEqual(sojourns([0, 1, 2, 50], constant(10)), [10, 19, 28, 10]);
    assert.deepEqual(sojourns([0, 1, 2, 50], constant(10, 2)), [10, 10, 18, 10]);
  });

  it('takes the speed that the server has when it begins', () => {
    const slowFrom100: Speeds = [(at) => (at >= 100 ? 30 : 10)];
    assert.deepEqual(sojourns([0, 95, 96], slowFrom100), [10, 10, 39]);
  });

  it('lets those wait that were dealt to a server which is taken, whoever else is free', () => {
    assert.deepEqual(sojourns([0, 1, 2], constant(10, 2), [0, 0, 1]), [10, 19, 10]);
  });

  it('counts those that came in the window, not its lead-in, which they may have to wait for', () => {
    const arrivals = { due: Float64Array.from([-5, 0, 100, 101]) };
    assert.deepEqual([...replayOf(arrivals, constant(10))], [10, 15, 19]);
  });
});

describe('the same window at a steady speed', () => {
  const random = seededRandom('steady');
  /** So long that its start, without a queue, is little of it; a tenth of it is lead-in. */
  const many = Float64Array.from({ length: 4_000 }, (_, index) => index - 400);
  const steady = (servers: number, utilisation: number, dealt?: readonly number[]) =>
    steadyOf({ due: many, ...(dealt && { dealt }) }, { servers, taskMs: 1, utilisation }, random);
  const station = { serviceMs: 1, arrivalCv2: 1, serviceCv2: 0 };
  const near = (found: number, wanted: number) =>
    assert.ok(Math.abs(found / wanted - 1) < 0.05, `${found}, not ${wanted}`);

  it('has the mean that theory has, of one server and of a queue that several share', () => {
    for (const utilisation of [0.5, 0.8]) {
      for (const servers of [1, 2]) {
        const perSecond = 1_000 * servers * utilisation;
        near(
          mean([...steady(servers, utilisation)]),
          1 + (sharedQueueWait({ ...station, servers, perSecond }) ?? 0),
        );
      }
    }
  });

  it('is dealt out as that window was: by chance it has the wait of pinned queues, in turn a shorter one', () => {
    const chance = seededRandom('dealt');
    const pinned = 1 + (pinnedQueuesWait({ ...station, servers: 2, perSecond: 1_600 }) ?? 0);
    const byChance = Array.from(many, () => chance.below(2));
    const inTurn = Array.from(many, (_, index) => index % 2);
    near(mean([...steady(2, 0.8, byChance)]), pinned);
    assert.ok(mean([...steady(2, 0.8, inTurn)]) < 0.75 * pinned);
  });

  it('is not overloaded by what was dealt out while one worker was slow', () => {
    const slow = Array.from(many, (_, index) => (index % 1_000 < 500 ? index % 2 : Number(index % 5 > 1)));
    const fast = slow.map((server) => 1 - server);
    const even = [...slow.slice(0, 2_000), ...fast.slice(2_000)];
    const inTurn = Array.from(many, (_, index) => index % 2);
    assert.ok(mean([...steady(2, 0.8, even)]) < 1.45 * mean([...steady(2, 0.8, inTurn)]));
  });

  it('is told by fewer windows where each has so many arrivals', () => {
    const windowsOf = (length: number) => {
      const due = Float64Array.from({ length }, (_, index) => index);
      return steadyOf({ due }, { servers: 1, taskMs: 1, utilisation: 0.5 }, random).length / length;
    };
    assert.deepEqual([500, 2_000, 10_000, 40_000].map(windowsOf), [50, 50, 10, 5]);
  });

  it('is longer the busier the servers, at every rank', () => {
    const found = [0.3, 0.6, 0.9].map((utilisation) => steady(2, utilisation));
    for (const sojourns of found) assert.deepEqual(sojourns, sojourns.toSorted());
    for (const p of [0.5, 0.9, 0.99]) {
      const at = found.map((sojourns) => quantile(sojourns, p));
      assert.deepEqual(
        at,
        at.toSorted((a, b) => a - b),
      );
    }
  });
});

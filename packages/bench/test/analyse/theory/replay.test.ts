import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pinnedQueuesWait, sharedQueueWait } from '../../../src/analyse/theory/queueing.ts';
import {
  type Speeds,
  sojournsOf,
  speedOf,
  steadySojourn,
  stretchesOf,
  usualOf,
} from '../../../src/analyse/theory/replay.ts';
import { seededRandom } from '../../../src/stats/random.ts';

const random = seededRandom('replay');
const constant = (ms: number, servers = 1): Speeds => Array.from({ length: servers }, () => () => ms);
const sojourns = (
  due: readonly number[],
  speeds: Speeds,
  model: 'one server' | 'shared queue' = 'shared queue',
) => [...sojournsOf(Float64Array.from(due), model, speeds, random)];
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

  it('is its own', () => {
    const both = speeds([task(50, 5, 1), task(60, 9, 0)]);
    assert.deepEqual(
      both.map((speed) => speed(0)),
      [5, 9],
    );
  });

  it('is usually that of the median stretch, however much was done in another', () => {
    const burst = [700, 710, 720, 730].map((end) => task(end, 40));
    assert.equal(usualOf(stretchesOf([task(50, 5), task(300, 6), ...burst])), 6);
  });
});

describe('a replay', () => {
  it('lets those wait that come while all servers are taken', () => {
    assert.deepEqual(sojourns([0, 1, 2, 50], constant(10), 'one server'), [10, 19, 28, 10]);
    assert.deepEqual(sojourns([0, 1, 2, 50], constant(10, 2)), [10, 10, 18, 10]);
  });

  it('takes the speed that the server has when it begins', () => {
    const slowFrom100: Speeds = [(at) => (at >= 100 ? 30 : 10)];
    assert.deepEqual(sojourns([0, 95, 96], slowFrom100, 'one server'), [10, 10, 39]);
  });
});

describe('the steady sojourn', () => {
  const meanOf = (
    model: 'one server' | 'shared queue' | 'pinned queues',
    servers: number,
    utilisation: number,
  ) => {
    const steps = 2_000;
    const at = (step: number) => steadySojourn(model, servers, utilisation, (step + 0.5) / steps);
    return Array.from({ length: steps }, (_, step) => at(step)).reduce((sum, one) => sum + one, 0) / steps;
  };
  const station = { serviceMs: 1, arrivalCv2: 1, serviceCv2: 0 };

  it('has the mean that theory has, at a step and between two', () => {
    for (const utilisation of [0.5, 0.8]) {
      const one = sharedQueueWait({ ...station, servers: 1, perSecond: 1000 * utilisation }) ?? 0;
      assert.ok(Math.abs(meanOf('one server', 1, utilisation) / (1 + one) - 1) < 0.02);
      const pinned = pinnedQueuesWait({ ...station, servers: 2, perSecond: 2000 * utilisation }) ?? 0;
      assert.ok(Math.abs(meanOf('pinned queues', 2, utilisation) / (1 + pinned) - 1) < 0.02);
    }
    const between = sharedQueueWait({ ...station, servers: 1, perSecond: 425 }) ?? 0;
    assert.ok(Math.abs(meanOf('one server', 1, 0.425) / (1 + between) - 1) < 0.02);
  });

  it('is the task alone where nobody else is there, and longer the busier the servers', () => {
    assert.equal(steadySojourn('shared queue', 2, 0.1, 0.5), 1);
    const medians = [0.3, 0.5, 0.62, 0.8, 0.9, 0.95].map((at) => steadySojourn('one server', 1, at, 0.9));
    assert.deepEqual(
      medians,
      medians.toSorted((a, b) => a - b),
    );
    assert.equal(steadySojourn('one server', 1, 2, 0.9), medians.at(-1));
  });
});

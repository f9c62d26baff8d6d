import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedQueueWait } from '../../src/analyse/theory/queueing.ts';
import { simulateQueue } from '../../src/scaling/simulate.ts';

const station = (servers: number, utilisation: number, serviceCv2: number) => ({
  servers,
  serviceMs: 10,
  perSecond: utilisation * servers * 100,
  arrivalCv2: 1,
  serviceCv2,
});

describe('a simulated queue', () => {
  for (const [servers, utilisation, cv2] of [
    [1, 0.5, 0],
    [1, 0.8, 0.5],
    [2, 0.8, 0],
    [4, 0.7, 1],
    [10, 0.9, 0],
  ] as const) {
    it(`waits as M/G/${servers} does at ${utilisation}, with a variation of ${cv2}`, () => {
      const one = station(servers, utilisation, cv2);
      const theory = sharedQueueWait(one) ?? assert.fail();
      const { meanWait } = simulateQueue(one, 300_000, 'theory');
      // Allen–Cunneen is exact for one server, and an approximation by some per cent for more.
      const tolerance = servers === 1 ? 0.06 : 0.15;
      assert.ok(Math.abs(meanWait / theory - 1) < tolerance, `${meanWait} against ${theory}`);
    });
  }

  it('of many servers hardly waits where one waits four services', () => {
    const many = simulateQueue(station(1_000, 0.8, 0), 100_000, 'many');
    assert.ok(many.meanWait < 0.01);
    assert.equal(many.p99, 10);
  });

  it('is the same for the same seed', () => {
    const one = station(3, 0.7, 0.3);
    assert.deepEqual(simulateQueue(one, 1_000, 'a'), simulateQueue(one, 1_000, 'a'));
    assert.notDeepEqual(simulateQueue(one, 1_000, 'a'), simulateQueue(one, 1_000, 'b'));
  });
});
